/** The browser may still read the address when the press returns. */
const KEEP_ADDRESS_MS = 60_000;

/** Gives a file to the person, as the browser does with what is downloaded. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_ADDRESS_MS);
}
