import { BULK_UPDATE_CAP } from "../src/domain/bulk-update.ts";
import { DATABASE_KINDS, type DatabaseKind } from "../tests/support/server/databases.ts";
import { InsightWorld, type Person } from "../tests/support/server/insight-world.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";

const TIMES = 9;
const MOST_OF_PLAIN = 1.5;

/**
 * A bulk update of 1,000 insights whose status another person had set, so that this person is told of 1,000 replaced
 * decisions, beside the same where the status was the sender's own and nobody is told.
 */
export const bench: Bench = {
  name: "bulk",
  async run(): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const kind of DATABASE_KINDS) figures.push(await measure(kind));
    return figures;
  },
};

async function measure(kind: DatabaseKind): Promise<Figure> {
  const world = await InsightWorld.open(kind);
  try {
    const ada = await world.person();
    const ben = await world.person();
    const { ref, id: deviceId } = await world.device(ada, ben);
    const told: number[] = [];
    const plain: number[] = [];
    // The first of each is not counted: it pays for what is prepared once.
    for (let time = 0; time <= TIMES; time += 1) {
      const order = time % 2 === 0 ? [plain, told] : [told, plain];
      for (const figures of order) {
        const ids = await world.insights(
          ref,
          Array.from({ length: BULK_UPDATE_CAP }, () => ({})),
        );
        await send(world, figures === told ? ada : ben, { ids, deviceId, insightStatus: "favorite" });
        await world.runner.runOnce();
        await send(world, ben, { ids, deviceId, insightStatus: "archive" });
        const startedAt = performance.now();
        await world.runner.runOnce();
        if (time > 0) figures.push(performance.now() - startedAt);
      }
    }
    await expectTold(world, (TIMES + 1) * BULK_UPDATE_CAP);
    const [value, baseline] = [median(told), median(plain)];
    const ratio = rounded(value / baseline);
    return {
      id: `sync.bulk.1000.vs_plain.${kind.name.toLowerCase()}`,
      value: rounded(value),
      unit: "ms",
      baseline: rounded(baseline),
      ratio,
      goal: `≤ ${MOST_OF_PLAIN}`,
      pass: ratio <= MOST_OF_PLAIN,
    };
  } finally {
    await world.close();
  }
}

async function send(
  world: InsightWorld,
  person: Person,
  { ids, deviceId, insightStatus }: { ids: readonly string[]; deviceId: string; insightStatus: string },
): Promise<void> {
  const answer = await world.app.inject({
    method: "POST",
    url: "/api/updates/",
    headers: { authorization: `Bearer ${person.token}` },
    payload: { insights: ids.map((insightId) => ({ insightId, deviceId, insightStatus })) },
  });
  if (answer.statusCode !== 200) throw new Error(`a bulk update was answered with ${answer.statusCode}`);
}

async function expectTold(world: InsightWorld, count: number): Promise<void> {
  const { told } = await world.db.reader
    .selectFrom("replaced_decisions")
    .select(({ fn }) => fn.countAll<number>().as("told"))
    .executeTakeFirstOrThrow();
  if (Number(told) !== count) throw new Error(`${told} of ${count} replaced decisions were stored`);
}
