const LONGEST_NAME = 80;

/**
 * A name that somebody else chose, for a line of a mail: no line ends and other control characters, of which a header could
 * be made, none that turn the direction of writing, and not longer than a line.
 */
export function oneLine(text: string, longest = LONGEST_NAME): string {
  const plain = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .trim();
  const letters = [...plain];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : plain;
}
