import type { PreferredNames } from "../../domain/device/device-name.ts";
import type { InsightStatus } from "../../domain/insight/insight.ts";
import type { InsightEngine, InsightOrder, InsightRow, QueryName } from "../insight-engine.ts";
import type { SentPage } from "./repeated-rows.ts";

/**
 * The protocol between the page and the query worker follows from the engine's interface: a query that is added to
 * InsightEngine and to its implementation is asked, answered, cancelled and given its turn without another change.
 * By convention a query takes plain data, then optionally a signal; the signal is not sent, a cancellation is.
 */
export interface WorkerQueries extends Pick<InsightEngine, QueryName> {
  /** Makes a snapshot under a number that the page has given to no other; answers how many rows it has. */
  pin(snapshot: number, order: InsightOrder, signal?: AbortSignal): Promise<number>;
  /** @throws where the snapshot was dropped */
  pinned(
    snapshot: number,
    offset: number,
    limit: number,
    signal?: AbortSignal,
  ): Promise<readonly InsightRow[]>;
  unpin(snapshot: number): Promise<void>;
  /** Merges chunks on behalf of the leading tab. @throws FencedError where another tab leads */
  compact(at: { epoch: number }): Promise<void>;
}
export type QuestionName = keyof WorkerQueries;

type WithoutSignal<Arguments extends readonly unknown[]> =
  Required<Arguments> extends readonly [...infer Data, AbortSignal] ? Data : Arguments;
export type Asked<Name extends QuestionName> = WithoutSignal<Parameters<WorkerQueries[Name]>>;
export type Answered<Name extends QuestionName> = Awaited<ReturnType<WorkerQueries[Name]>>;
export type Answer = Answered<QuestionName>;

/** One question with its arguments. */
export type Question = { [Name in QuestionName]: { name: Name; asked: Asked<Name> } }[QuestionName];

/**
 * The part of the insights that the worker reads before the first question.
 *
 * - `newest`: the newest ones, which the last visit stored apart. The page then has a processor for its start, also in a
 * browser that has two.
 * - `all`: for a screen whose first question is over all insights, so that its answer comes sooner.
 */
export type Prefetch = "newest" | "all";

/** From the page to the worker. Messages arrive in the order in which they were sent. */
export type ToWorker =
  /**
   * Answers over this person's mirror from now on; sent again by the page that takes a worker which does so already.
   * Without `prefetch` nothing is read until the first question, or until a second has passed.
   */
  | { kind: "open"; userId: number; prefetch?: Prefetch }
  /** How the overlay differs from the one sent before; null takes an insight out of it. */
  | { kind: "overlay"; changes: readonly (readonly [insightId: string, shown: InsightStatus | null])[] }
  /** All preferred names that wait in the outbox, where they are others than those sent before. */
  | { kind: "preferredNames"; names: PreferredNames }
  /** This tab has written to the mirror, or heard that another one has; sent before the next question. */
  | { kind: "written" }
  | ({ kind: "ask"; id: number } & Question)
  | { kind: "cancel"; id: number }
  | { kind: "close" };

/** From the worker to the page. */
export type FromWorker =
  /** The script runs, or long work goes on. */
  | { kind: "alive" }
  /** The worker holds the lock of its own name, which the browser frees when the worker terminates. */
  | { kind: "held" }
  | { kind: "answer"; id: number; answer: Answer }
  /** The answer to a question for a page. */
  | { kind: "page"; id: number; page: SentPage }
  | { kind: "failure"; id: number; name: string; message: string }
  /** Answers given before may no longer hold. */
  | { kind: "changed" };

/** One end of the line between page and worker. */
export interface Port<Sent, Received> {
  post(message: Sent): void;
  /** Called once, before anything is posted. */
  listen(receive: (message: Received) => void): void;
}
