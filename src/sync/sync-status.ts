/** Whether the server can be reached, as its own authenticated answers show; never navigator.onLine alone. */
export type ConnectionPhase =
  /** Nothing is known yet after start. */
  | "unknown"
  | "online"
  | "offline"
  /** The server refused the session: the outbox waits for the same person to sign in again. */
  | "signedOut";

/** Whether no call can be answered with data now: a screen says so at once, instead of after a timeout. */
export function isAway(phase: ConnectionPhase): boolean {
  return phase === "offline" || phase === "signedOut";
}

/** Progress of a first copy: insights so far, and how many there are where that is known. */
export interface FirstSync {
  rows: number;
  total: number | null;
}

/** What the next batch of the outbox waits for. */
export type QueueWaitReason =
  /** The server was not reached. */
  | "unreachable"
  /** The server answers that it has too much to do now (429). */
  | "busy"
  /** The server, or a proxy in its place, answers that it is in trouble (5xx). */
  | "serverError"
  /** The server's answer is none that this version knows. */
  | "unknown"
  /** This device could not store how it ended. */
  | "notStored"
  /** A bulk update was blocked by another one of the same devices: it is sent again later. */
  | "blocked"
  /** It can still be taken back. */
  | "held";

/** The reasons that are an error answer of the server, or of a proxy in its place. */
export const SERVER_ERRORS: readonly QueueWaitReason[] = ["busy", "serverError", "unknown"];

export interface QueueWait {
  why: QueueWaitReason;
  /** The moment of the next try, which is past while one is under way, in the `elapsedMs` of this tab's timers: no time of day, because the clock may be set. */
  untilMs: number;
}

export interface SyncStatus {
  phase: ConnectionPhase;
  /** When the mirror last equalled the server, epoch ms; null before the first time. */
  freshAtMs: number | null;
  /** A pull is under way. */
  pulling: boolean;
  /** Null but while the first copy is on its way. */
  firstSync: FirstSync | null;
  /** The latest pull failed although the server answers. */
  failed: boolean;
  /** It failed because the server has too much to do now (429). */
  busy?: boolean;
  /** Absent or null: the queue waits for nothing but its turn. After an error answer it stays until a try succeeds. */
  queueWait?: QueueWait | null;
}

export interface SyncControl {
  getStatus(): SyncStatus;
  subscribe(listener: () => void): () => void;
  /** Pulls now, the features too, for instance after a person asked for it or after a write. */
  pullNow(): Promise<void>;
  /** Ends the pause of the queue after a failure, in whichever tab sends: a person asked for the next try. */
  sendNow(): void;
}

/**
 * The bytes of a picture, or why there are none: the server has none ("missing"), the next connection or sign-in loads
 * it ("offline"), or the server refused or was too slow ("failed").
 */
export type PhotoAnswer = { kind: "image"; blob: Blob } | { kind: "missing" | "offline" | "failed" };

export interface PhotoAddress {
  deviceId: string;
  photoUrl: string;
}

export interface PhotoLoader {
  thumbnail(photo: PhotoAddress, signal?: AbortSignal): Promise<PhotoAnswer>;
  full(photo: PhotoAddress, signal?: AbortSignal): Promise<PhotoAnswer>;
}
