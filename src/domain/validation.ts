/** The most characters that an e-mail address can have (RFC 5321). */
export const EMAIL_MAX_LENGTH = 254;

/**
 * Characters that leave no mark: controls, marks of format and direction, fillers, and spaces that are not the plain one.
 * The braille pattern without dots is drawn as a space and counts as a symbol, so it is named.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE, "gu");

/** Whether two texts could look the same and differ: one of them holds what cannot be seen. */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** Whether text has the form of an e-mail address: one @, a dotted domain, no spaces, quotes or invisible characters. */
export function isEmail(text: string): boolean {
  return (
    text.length <= EMAIL_MAX_LENGTH &&
    !hasInvisible(text) &&
    /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}.]+(\.[^\s@<>()[\]\\,;:"\p{Cc}.]+)+$/u.test(text)
  );
}

/** The form in which e-mails and usernames are compared: two that differ in letter case alone are one. */
export function accountKey(text: string): string {
  return text.trim().normalize("NFC").toLowerCase();
}

/** Whether there is nothing to read: no text, or only spaces and invisible characters. */
export function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || text.replace(ALL_INVISIBLE, "").trim() === "";
}
