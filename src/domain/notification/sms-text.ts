/** A text message of one part, in the letters of GSM-7; of the extended ones, which count twice, none. */
const MOST_LETTERS = 160;
const GSM_LETTERS = new Set(
  "@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const REPLACED: Readonly<Record<string, string>> = {
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "…": "...",
};

/**
 * Words and a link as one text message of at most 160 letters; the words are shortened, the link never. Accents that a
 * text message does not have are left out. A name in another script stays as it is, and takes more than one part.
 */
export function smsText(words: string, link: string | null): string {
  const end = link === null ? "" : ` ${link}`;
  const plain = [...words].map(asGsm).join("");
  const letters = [...plain];
  const room = MOST_LETTERS - end.length;
  if (letters.length <= room) return plain + end;
  return `${letters
    .slice(0, Math.max(0, room - 3))
    .join("")
    .trimEnd()}...${end}`;
}

function asGsm(letter: string): string {
  if (GSM_LETTERS.has(letter)) return letter;
  const replaced = REPLACED[letter];
  if (replaced !== undefined) return replaced;
  const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
  return [...bare].every((one) => GSM_LETTERS.has(one)) ? bare : letter;
}
