import { FormatError } from "../format-error.ts";

/** A longer value is no entry for a picture; it is not gathered further, so that it takes no memory. */
export const MAX_VALUE_CHARS = 16_000_000;

export function valueTooLong(file: string): FormatError {
  return new FormatError("value_too_long", { file, limit: MAX_VALUE_CHARS.toLocaleString("en") });
}

/** A value of a JSON object at its top: a whole value, or one entry of an array. */
export interface JsonPart {
  key: string;
  /** The place in the array, from 0; null for a value that is no array. */
  index: number | null;
  text: string;
}

/**
 * Splits a JSON object while it arrives: each top-level value, and each entry of a top-level array, comes out as its
 * own text. Malformed JSON yields parts that JSON.parse refuses, or leaves `complete` false. A value may have
 * `MAX_VALUE_CHARS`; the reader checks `unfinishedChars`.
 */
export class JsonObjectSplitter {
  /** Whether the object's closing brace has been seen. */
  complete = false;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #key: string | null = null;
  #inArray = false;
  #index = 0;
  #part = "";
  #expecting: "key" | "value" = "key";

  /** Whether an object or list is open, so that its end is missing where no more text follows. */
  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** Characters of the value that has begun. */
  get unfinishedChars(): number {
    return this.#part.length;
  }

  push(text: string): JsonPart[] {
    const parts: JsonPart[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const char = text.charCodeAt(at);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (char === 92) this.#escaped = true;
        else if (char === 34) this.#inString = false;
        continue;
      }
      if (char === 34) {
        this.#inString = true;
        continue;
      }
      if (char === 123 || char === 91) {
        this.#depth += 1;
        const opensArray = char === 91 && this.#depth === 2 && this.#expecting === "value";
        if (this.#depth === 1 || (opensArray && (this.#part + text.slice(from, at)).trim() === "")) {
          if (opensArray) {
            this.#inArray = true;
            this.#index = 0;
          }
          this.#part = "";
          from = at + 1;
        }
      } else if (char === 125 || char === 93) {
        this.#depth -= 1;
        const closesArray = this.#inArray && this.#depth === 1;
        if (closesArray || this.#depth === 0) {
          this.#end(text.slice(from, at), parts);
          from = at + 1;
          if (closesArray) {
            this.#inArray = false;
            this.#key = null;
          } else this.complete = true;
        }
      } else if (char === 58 && this.#depth === 1 && this.#expecting === "key") {
        this.#key = unquote((this.#part + text.slice(from, at)).trim());
        this.#part = "";
        from = at + 1;
        this.#expecting = "value";
      } else if (char === 44 && this.#depth === (this.#inArray ? 2 : 1)) {
        this.#end(text.slice(from, at), parts);
        from = at + 1;
        if (!this.#inArray) this.#expecting = "key";
      }
    }
    this.#part += text.slice(from);
    return parts;
  }

  #end(tail: string, parts: JsonPart[]): void {
    const text = (this.#part + tail).trim();
    this.#part = "";
    if (text === "" || this.#key === null) return;
    parts.push({ key: this.#key, index: this.#inArray ? this.#index++ : null, text });
    if (!this.#inArray) this.#key = null;
  }
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
