import type { CardSource } from "../../../platform/card-frame.ts";

/** The course of the last update of the card. */
export type CardUpdate =
  | { kind: "idle" }
  | { kind: "beginning" }
  | { kind: "success" }
  | { kind: "failure"; reason: string };

export interface CardUpdateControl {
  readonly update: CardUpdate;
  /** @returns whether the card was set */
  run(source: () => Promise<CardSource>): Promise<boolean>;
  reset(): void;
}
