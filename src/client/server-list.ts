/** A list that is on the server alone, as far as it is known now. */
export type ServerList<Row> =
  | { kind: "loading" }
  /** Nothing was read yet and the server cannot be reached; it is read by itself with the next connection. */
  | { kind: "offline" }
  /** The server answered, but not with the list. */
  | { kind: "failed" }
  | {
      kind: "loaded";
      rows: readonly Row[];
      /** They are being read anew. */
      reading: boolean;
      /** Why these are older than what was asked for; null where they are the latest. */
      outdated: "offline" | "failed" | null;
    };
