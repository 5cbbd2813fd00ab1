import type { Http } from "../../../platform/http.ts";

interface Download {
  photos: boolean;
  signal: AbortSignal;
  /** Called with the bytes received so far. */
  onBytes(bytes: number): void;
}

/**
 * Reads the archive piece by piece; the browser keeps a large one on its disk.
 * @returns null where it did not come whole
 */
export async function downloadExport(
  http: Http,
  { photos, signal, onBytes }: Download,
): Promise<Blob | null> {
  try {
    const response = await http.open({ path: "/api/user/export", query: { photos: String(photos) }, signal });
    const type = response.headers.get("content-type") ?? "";
    if (response.status !== 200 || !type.startsWith("application/zip") || response.body === null) return null;
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(part, controller) {
          bytes += part.byteLength;
          onBytes(bytes);
          controller.enqueue(part);
        },
      }),
    );
    return await new Response(counted, { headers: { "content-type": "application/zip" } }).blob();
  } catch {
    return null;
  }
}
