/** The most characters that an e-mail address can have (RFC 5321). */
export const EMAIL_MAX_LENGTH = 254;

/** Whether text has the form of an e-mail address: one @, a dotted domain, no spaces, controls or quotes. */
export function isEmail(text: string): boolean {
  return (
    text.length <= EMAIL_MAX_LENGTH &&
    /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}.]+(\.[^\s@<>()[\]\\,;:"\p{Cc}.]+)+$/u.test(text)
  );
}

/** The form in which e-mails and usernames are compared: two that differ in letter case alone are one. */
export function accountKey(text: string): string {
  return text.trim().normalize("NFC").toLowerCase();
}

export function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || text.trim() === "";
}
