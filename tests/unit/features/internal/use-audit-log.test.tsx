// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { ServicesProvider } from "../../../../src/client/services.tsx";
import type { AuditChoice } from "../../../../src/features/internal/internal-calls.ts";
import { useAuditLog } from "../../../../src/features/internal/use-audit-log.ts";
import type { Http, HttpCall } from "../../../../src/platform/http.ts";
import { createFakeServices } from "../../../support/client/fake-services.ts";

const ALL: AuditChoice = { actor: "", action: "" };
const IDS = ["5", "4", "3", "2", "1"];
const PAGE = 2;

/** The log against a server with five entries, which answers two at a time. */
function openLog() {
  const paths: string[] = [];
  const http = {
    call: async ({ path }: HttpCall<unknown>) => {
      paths.push(path);
      const before = new URL(path, "http://server").searchParams.get("before");
      const start = before === null ? 0 : IDS.indexOf(before) + 1;
      const message = IDS.slice(start, start + PAGE).map((id) => ({ id }));
      return { kind: "answer", value: { message, total: IDS.length, actors: [] }, protocol: 1 };
    },
  } as unknown as Http;
  const services = createFakeServices({ rows: [], http, sync: { phase: "online" } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesProvider services={services}>{children}</ServicesProvider>
  );
  const hook = renderHook((choice: AuditChoice) => useAuditLog(choice), { wrapper, initialProps: ALL });
  const shown = () => {
    const { list } = hook.result.current;
    return list.kind === "loaded" && !list.reading ? list.rows.map(({ id }) => id) : null;
  };
  const untilShown = (ids: readonly string[]) => waitFor(() => expect(shown()).toEqual(ids));
  const older = () => act(async () => hook.result.current.older?.());
  return { paths, services, hook, untilShown, older };
}

afterEach(cleanup);

describe("the audit log as a screen reads it", () => {
  it("begins with the newest entries of another choice after older ones were read", async () => {
    const { hook, paths, untilShown, older } = openLog();
    await untilShown(["5", "4"]);
    await older();
    await untilShown(["5", "4", "3", "2"]);
    hook.rerender({ actor: "7", action: "" });
    await untilShown(["5", "4"]);
    hook.rerender(ALL);
    await untilShown(["5", "4"]);
    expect(paths.filter((path) => path.includes("before="))).toHaveLength(1);
  });

  it("shows no entry twice when the connection returns after older ones were read", async () => {
    const { services, paths, untilShown, older } = openLog();
    await untilShown(["5", "4"]);
    await older();
    await untilShown(["5", "4", "3", "2"]);
    const asked = paths.length;
    act(() => services.setSync({ phase: "offline" }));
    act(() => services.setSync({ phase: "online" }));
    await waitFor(() => expect(paths.length).toBeGreaterThan(asked));
    await untilShown(["5", "4", "3", "2"]);
  });
});
