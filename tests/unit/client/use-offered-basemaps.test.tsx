// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { useOfferedBasemaps } from "../../../src/client/use-offered-basemaps.ts";
import { createFakeHttp, type FakeHttp } from "../../support/client/fake-http.ts";
import { renderScreen } from "../../support/client/render-screen.tsx";

afterEach(cleanup);

function Offered() {
  const offered = useOfferedBasemaps();
  return <p>{offered === null ? "unknown" : `offered: ${offered.files.map(({ name }) => name).join()}`}</p>;
}

const LAKES = { name: "Lakes", url: "/api/basemaps/Lakes.pmtiles", bytes: 7 };
const show = (http: FakeHttp, phase: "online" | "offline") =>
  renderScreen(<Offered />, { http, sync: { phase } }, { address: "/?tab=map" });

describe("the basemaps that the operator offers", () => {
  it("are told by the server, and kept for a start without it", async () => {
    const answer = { files: [LAKES], rasterAttribution: null };
    show(createFakeHttp({ "GET /api/basemaps": { message: answer } }), "online");
    await screen.findByText("offered: Lakes");
    cleanup();

    const http = createFakeHttp({});
    show(http, "offline");
    expect(screen.getByText("unknown")).toBeTruthy();
    await screen.findByText("offered: Lakes");
    expect(http.calls).toEqual([]);
    cleanup();

    // An answer of another shape is none.
    show(createFakeHttp({ "GET /api/basemaps": { message: { files: [{ name: 7 }] } } }), "online");
    await screen.findByText("offered: Lakes");
  });
});
