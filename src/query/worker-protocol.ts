import type { InsightStatus } from "../domain/insight.ts";
import type {
  GroupColumn,
  HistogramColumn,
  InsightCount,
  InsightOrder,
  InsightPage,
  InsightQuery,
  InsightRow,
  InsightSet,
} from "./insight-view.ts";

/** The questions that the query worker answers, by name: what is asked and what is answered. */
export interface Questions {
  page: { asked: InsightQuery; answered: InsightPage };
  insight: { asked: string; answered: InsightRow | null };
  serverStatuses: { asked: readonly string[]; answered: ReadonlyMap<string, InsightStatus> };
  group: { asked: { by: GroupColumn; set: InsightSet }; answered: readonly InsightCount[] };
  histogram: {
    asked: { over: HistogramColumn; bounds: readonly number[]; set: InsightSet };
    answered: readonly number[];
  };
  placeOf: { asked: { order: InsightOrder; insightIds: readonly string[] }; answered: number | null };
  /** Makes a snapshot under a number that the page has given to no other; answers how many rows it has. */
  pin: { asked: { snapshot: number; order: InsightOrder }; answered: number };
  pinned: { asked: { snapshot: number; offset: number; limit: number }; answered: readonly InsightRow[] };
  unpin: { asked: { snapshot: number }; answered: null };
  /** Repacks the insights as the leading tab whose epoch is named. */
  compact: { asked: number; answered: null };
}
export type QuestionName = keyof Questions;

/** One question with what it asks. */
export type Question = {
  [Name in QuestionName]: { name: Name; asked: Questions[Name]["asked"] };
}[QuestionName];

/** What the page tells the worker. Messages arrive in the order in which they were sent. */
export type ToWorker =
  | { kind: "open"; userId: number }
  /** How the overlay differs from what was told before; null takes an insight out of it. */
  | { kind: "overlay"; changes: readonly (readonly [insightId: string, shown: InsightStatus | null])[] }
  | ({ kind: "ask"; id: number } & Question)
  | { kind: "cancel"; id: number }
  | { kind: "close" };

/** What the worker tells the page. */
export type FromWorker =
  /** The script runs, or long work goes on. */
  | { kind: "alive" }
  /** The worker holds the lock of its own name, which the browser frees when the worker dies. */
  | { kind: "held" }
  | { kind: "answer"; id: number; answer: Questions[QuestionName]["answered"] }
  | { kind: "failure"; id: number; name: string; message: string }
  /** Answers given before may no longer hold. */
  | { kind: "changed" };

/** One end of the line between page and worker. */
export interface Port<Sent, Heard> {
  post(message: Sent): void;
  /** Called once, before anything is posted. */
  listen(hear: (message: Heard) => void): void;
}
