import { settingsFrom } from "./settings.ts";
import { type SoakReport, soak } from "./soak.ts";

// npm run soak                                       on SQLite
// npm run with-postgres -- npm run soak              on PostgreSQL; or DATABASE_URL. The soak makes a cluster of its own,
//                                                    because it rolls the disk back
// SOAK_ACTIONS, SOAK_MINUTES, SOAK_DEVICES bound it; SOAK_SEED repeats one;
// SOAK_LOSS_SECONDS is the mean time after which the server goes back to a backup;
// SOAK_CHROMIUM=1 has one more person work in a real Chromium, over what npm run build made.
// exit: 1 where anything was lost, doubled, stalled or falsely shown

const { DATABASE_URL, TEST_DATABASE_URL } = process.env;
const server = DATABASE_URL ?? TEST_DATABASE_URL;
if (server) process.env.TEST_DATABASE_URL = server;
const settings = settingsFrom(process.env);
const say = (sentence: string) => console.log(`soak: ${sentence}`);

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(130));

say(`seed ${settings.seed}, ${settings.actions} actions, at most ${settings.minutes} minutes`);
const report = await soak(settings, { onPostgres: Boolean(server), say });
print(report);
if (report.violations.length > 0) {
  if (report.serverOutput) console.error(report.serverOutput);
  console.error(`soak: FAILED; SOAK_SEED=${settings.seed} repeats it`);
}
process.exit(report.violations.length > 0 ? 1 : 0);

function print(of: SoakReport): void {
  const { faults, requests, outages } = of.network;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
  const lines: [string, string | number][] = [
    ["database", of.database],
    ["actions by people", of.actions],
    ["… taken back (undo)", of.undone],
    ["steps past the cap", of.pastCap],
    ["actions in completed bulk updates", of.sent],
    ["history rows", of.applied],
    ["not plainly applied", JSON.stringify(of.outcomes)],
    ["batches", of.batches],
    ["… ended blocked", of.blocked],
    ["… lost with their history", of.forgotten],
    ["… sent once more", of.repeats],
    ["… answered from their key", of.answeredFromKey],
    ["requests", requests],
    ["faults of the network", JSON.stringify(faults)],
    ["outages of a phone", outages],
    ["actions in a real Chromium", of.chromium?.actions ?? "none took part"],
    ["… times it was killed", of.chromium?.kills ?? 0],
    ["servers killed", of.kills],
    ["backups restored", of.restores],
    ["disks rolled back", of.rollBacks],
    ["clocks set", of.clockChanges],
    ["pages killed", of.crashes],
    ["Sentinels held over a minute", of.holds],
    ["slow transactions of others", of.slowTransactions],
    ["looks at what is shown", of.looks],
    ["actions on insights that came meanwhile", of.lateActions],
    ["… in the history at the end", of.late],
    ["on the wrong record", of.misplaced],
    ["lost", of.lost],
    ["doubled", of.doubled],
    ["stalled", of.stalled],
    ["mirrored rows", of.mirrorRows],
    ["… that differ", of.mirrorDiffering],
    ["time at work", seconds(of.workMs)],
    ["time to come to rest", seconds(of.restMs)],
    ["violations", of.violations.length],
  ];
  for (const [name, value] of lines) console.log(`${name.padEnd(36)}${value}`);
}
