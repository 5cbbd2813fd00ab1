/**
 * The part of the WHATWG Encoding standard that readers use: browsers and Node have it, the ES libraries do not declare
 * it.
 */
declare class TextDecoder {
  constructor(label?: string, options?: { ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream: boolean }): string;
}
