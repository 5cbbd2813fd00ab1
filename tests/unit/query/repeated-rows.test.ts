import { describe, expect, it } from "vitest";
import type { InsightPage } from "../../../src/query/insight-engine.ts";
import {
  createPageReceiver,
  createPageSender,
  type SentPage,
} from "../../../src/query/worker/repeated-rows.ts";
import { fakeInsight } from "../../support/client/fake-services.ts";

const row = (id: number, status: "none" | "favorite" = "none") =>
  fakeInsight({ insightId: `i${id}`, status });
const page = (...rows: InsightPage["rows"]): InsightPage => ({ rows, matched: 90, held: 90, complete: true });

function line() {
  const send = createPageSender();
  const receive = createPageReceiver();
  const sent: SentPage["rows"][] = [];
  return {
    sent,
    pass(given: InsightPage): InsightPage {
      const message = structuredClone(send(given));
      sent.push(message.rows);
      return receive(message);
    },
  };
}

describe("pages on their way from the worker", () => {
  it("name the rows that the page before had, and give those as the same objects", () => {
    const { pass, sent } = line();
    const first = pass(page(row(1), row(2), row(3)));
    const second = pass(page(row(2), row(3), row(4)));
    expect(second).toEqual(page(row(2), row(3), row(4)));
    expect(sent[1]?.map((one) => (typeof one === "string" ? one : "whole"))).toEqual(["i2", "i3", "whole"]);
    expect(second.rows[0]).toBe(first.rows[1]);
  });

  it("have a row anew that has changed, or that the page before did not have", () => {
    const { pass, sent } = line();
    pass(page(row(1), row(2)));
    const changed = page(row(1, "favorite"), row(2));
    expect(pass(changed)).toEqual(changed);
    expect(typeof sent[1]?.[0]).toBe("object");
    pass(page(row(7)));
    expect(pass(page(row(1, "favorite")))).toEqual(page(row(1, "favorite")));
    expect(typeof sent[3]?.[0]).toBe("object");
  });

  it("are refused where they name a row that was not sent, as to a page that has missed one", () => {
    const receive = createPageReceiver();
    expect(() => receive({ ...page(), rows: ["i1"] })).toThrow("had not sent");
  });
});
