/** Why an import stops before it writes anything. The sentences are in src/messages/command-line/import.ts. */
export type ImportHaltCode =
  | "needs_dataset"
  | "known_elsewhere"
  | "would_overwrite"
  | "unrecorded_project"
  | "many_changes";

/** An import that a person has to decide about; nothing was written. */
export class ImportHalt extends Error {
  readonly code: ImportHaltCode;
  readonly details: Readonly<Record<string, string>>;
  constructor(code: ImportHaltCode, details: Readonly<Record<string, string>>) {
    super(`${code} ${JSON.stringify(details)}`);
    this.name = "ImportHalt";
    this.code = code;
    this.details = details;
  }
}

/** An import that failed after it had written insights, which stay; `cause` is the error. */
export class ImportStopped extends Error {
  /** Insights, new and changed. */
  readonly written: number;
  constructor(cause: unknown, written: number) {
    super(`The import stopped after ${written} insights.`, { cause });
    this.name = "ImportStopped";
    this.written = written;
  }
}
