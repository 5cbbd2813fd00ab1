import { tableMessages } from "../../../messages/table.ts";

/** From this many rows on the file is streamed, where the browser can. */
const STREAM_FROM_ROWS = 50_000;

export interface CsvSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

interface FileHandle {
  createWritable(): Promise<{
    write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
    close(): Promise<void>;
    abort(): Promise<void>;
  }>;
}

interface SavePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<FileHandle>;
}

const CSV = "text/csv";

/**
 * Opens a file. Must be called in the handler of a press, because browsers show the file picker only then.
 *
 * @returns null where the person cancelled the picker
 */
export async function openCsvSink(
  name: string,
  rows: number,
  browser: SavePicker = window as SavePicker,
): Promise<CsvSink | null> {
  if (rows < STREAM_FROM_ROWS || browser.showSaveFilePicker === undefined) return downloadSink(name);
  try {
    const handle = await browser.showSaveFilePicker({
      suggestedName: name,
      types: [{ description: tableMessages.csv.fileKind, accept: { [CSV]: [".csv"] } }],
    });
    const file = await handle.createWritable();
    return {
      write: (bytes) => file.write(bytes),
      finish: () => file.close(),
      abandon: () => file.abort(),
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    // The picker may be blocked by a policy; the download below needs none.
    return downloadSink(name);
  }
}

/** Collects blobs, which browsers keep outside of the page's memory, and downloads them as one. */
function downloadSink(name: string): CsvSink {
  const pieces: Blob[] = [];
  return {
    async write(bytes) {
      pieces.push(new Blob([bytes]));
    },
    async finish() {
      const address = URL.createObjectURL(new Blob(pieces, { type: `${CSV};charset=utf-8` }));
      const link = document.createElement("a");
      link.href = address;
      link.download = name;
      link.click();
      // The browser reads the file later: revoking the URL at once would cancel the download.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },
    async abandon() {
      pieces.length = 0;
    },
  };
}
