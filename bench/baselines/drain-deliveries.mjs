// Sends all waiting messages of a database with the built server, at the pace of their providers on a clock that is
// moved along, and prints what that took. In a process of its own, whose memory is that of the server alone.
//
// usage: node --expose-gc bench/baselines/drain-deliveries.mjs DATA_DIR COUNT NOW_MS
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";

const [dataDir = "", count = "0", begunMs = "0"] = process.argv.slice(2);
const built = new URL("../../dist/node/server/", import.meta.url);
const { DeliveryRunner } = await import(new URL("delivery/delivery-runner.js", built).href);
const { loadConfig } = await import(new URL("config.js", built).href);
const { openDatabase } = await import(new URL("db/open-database.js", built).href);
const { FolderPhotoStore } = await import(new URL("files/photo-folder.js", built).href);

const quick = {
  async send() {
    await nextTurn();
    return { outcome: "sent", answer: "ok" };
  },
};
const config = loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: "https://understory.example.org" });
const db = await openDatabase({ databaseUrl: null, dataDir });
let nowMs = Number(begunMs);
const runner = new DeliveryRunner({
  config,
  db,
  photos: new FolderPhotoStore(dataDir),
  clock: { now: () => nowMs },
  ids: { uuid: randomUUID },
  senders: { gundi: quick, email: quick, sms: quick, push: quick },
});

const heaps = [];
let peak = 0;
let left = Number(count);
const begun = performance.now();
for (let turn = 0; left > 0; turn += 1) {
  nowMs += 500;
  const [pushed, mailed] = await Promise.all([runner.send("push"), runner.send("email")]);
  left -= pushed + mailed;
  if (turn % 100 !== 0) continue;
  peak = Math.max(peak, process.memoryUsage().rss);
  // Collected first: memory that is free already would count as growth.
  globalThis.gc?.();
  heaps.push(process.memoryUsage().heapUsed);
}
console.log(JSON.stringify({ ms: performance.now() - begun, peak, heaps }));
await db.close();
