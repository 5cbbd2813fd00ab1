/** The state of one picture on its way to the screen. */
export type PhotoState =
  | { kind: "waiting" }
  /** An object URL; it is revoked when the photo leaves the screen. */
  | { kind: "image"; url: string }
  | { kind: "missing" }
  | { kind: "offline" }
  | { kind: "failed" };
