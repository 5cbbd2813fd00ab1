/** A text drawn as a picture, for scripts that the PDF's own fonts have no letters of. */
export interface TextImage {
  data: string;
  /** CSS px. */
  width: number;
  height: number;
}

const SHARPNESS = 4;
const LINE = 1.35;

/** Letters of the standard fonts of PDF (WinAnsi): Latin-1, and what Windows-1252 has besides. */
const BESIDE_LATIN_1 = new Set("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ");

/** Whether the standard fonts of PDF have all letters of a text. */
export function hasStandardLetters(text: string): boolean {
  return [...text].every((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || BESIDE_LATIN_1.has(letter);
  });
}

/** Draws a text in the system's font, which has its letters. */
export function textImage(text: string, sizePx: number, colour: string): TextImage {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser draws no text.");
  const font = `${sizePx * SHARPNESS}px sans-serif`;
  context.font = font;
  const width = Math.ceil(context.measureText(text).width) + SHARPNESS;
  canvas.width = width;
  canvas.height = Math.ceil(sizePx * LINE * SHARPNESS);
  context.font = font;
  context.fillStyle = colour;
  context.textBaseline = "middle";
  context.fillText(text, 0, canvas.height / 2);
  return {
    data: canvas.toDataURL("image/png"),
    width: width / SHARPNESS,
    height: canvas.height / SHARPNESS,
  };
}
