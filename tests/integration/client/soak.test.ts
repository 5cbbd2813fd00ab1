import { describe, expect, it } from "vitest";
import { FULL_SOAK } from "../../soak/settings.ts";
import { soak } from "../../soak/soak.ts";
import { whyNoPostgres } from "../../support/server/postgres-server.ts";
import { programArgs } from "../../support/server/program.ts";

/** `npm run soak` in small: long enough for each kind of fault, not for rare combinations. */
const SMALL = {
  ...FULL_SOAK,
  actions: 1_000,
  minutes: 0.4,
  seed: "small",
  devices: 3,
  secondPhones: 1,
  insightsADevice: 60,
  insightsOfMany: 60,
  thinkMs: 60,
  faultRate: 0.15,
  killEveryMs: 4_000,
  silenceMs: 3_000,
  holds: false,
  lossEveryMs: null,
  server: programArgs("server/main.ts"),
};

describe.each(["SQLite", "PostgreSQL"])("people at work on a bad network, over %s", (name) => {
  const onPostgres = name === "PostgreSQL";

  it.skipIf(onPostgres && whyNoPostgres() !== null)(
    "lose nothing, double nothing and end with what the server has, though servers and pages are killed [OFF-15, OFF-17, OFF-18]",
    async () => {
      const report = await soak(SMALL, { onPostgres, say: () => undefined });
      expect(report.violations, report.serverOutput).toEqual([]);
      expect(report).toMatchObject({ lost: 0, doubled: 0, stalled: 0, mirrorDiffering: 0 });
      expect(report.applied).toBeGreaterThan(100);
    },
    300_000,
  );
});
