/** The state of one picture on its way to the screen. */
export type PhotoState =
  | { kind: "waiting" }
  /** The picture and its object URL, which is revoked when the photo leaves the screen. */
  | { kind: "image"; url: string; blob: Blob }
  | { kind: "missing" }
  | { kind: "offline" }
  | { kind: "failed" };
