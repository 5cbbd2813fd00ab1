import { DATABASE_KINDS, type DatabaseKind } from "../tests/support/server/databases.ts";
import { InsightWorld, type Person, START_MS } from "../tests/support/server/insight-world.ts";
import { type Bench, type Figure, median, timesBaseline } from "./bench.ts";

const MEMBERS = 20_000;
const PAGE = 10_000;
const TIMES = 5;
const MOST_OF_PAGE = 2;

/**
 * A page of collections and single insights where one collection has 20,000 members, beside a page of as many single
 * insights of the same user.
 */
export const bench: Bench = {
  name: "collections",
  async run(): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const kind of DATABASE_KINDS) figures.push(await measure(kind));
    return figures;
  },
};

async function measure(kind: DatabaseKind): Promise<Figure> {
  const world = await InsightWorld.open(kind);
  try {
    const person = await world.person();
    const { ref } = await world.device(person);
    await switchOn(world, person);
    const collection_id = await world.collection(ref, { start: 0, end: 1 });
    const member = (_: unknown, at: number) => ({ collection_id, time_stamp: START_MS + 2 * at });
    await world.insights(ref, Array.from({ length: MEMBERS }, member));
    const single = (_: unknown, at: number) => ({ time_stamp: START_MS + 4 * at + 1 });
    await world.insights(ref, Array.from({ length: PAGE }, single));
    const collections: number[] = [];
    const singles: number[] = [];
    // The first of each is not counted: it pays for what is prepared once.
    for (let time = 0; time <= TIMES; time += 1) {
      const [collectionsMs, singlesMs] = [
        await timed(world, person, `/api/collections/paginated?limit=${PAGE}`),
        await timed(world, person, `/api/insights/paginated?limit=${PAGE}`),
      ];
      if (time === 0) continue;
      collections.push(collectionsMs);
      singles.push(singlesMs);
    }
    const id = `collections.page.20k_members.vs_page.${kind.name.toLowerCase()}`;
    return timesBaseline(id, median(collections), median(singles), MOST_OF_PAGE);
  } finally {
    await world.close();
  }
}

async function switchOn(world: InsightWorld, person: Person): Promise<void> {
  const [feature] = await world.message<{ id: string }[]>(person, "/api/features");
  await world.app.inject({
    method: "PUT",
    url: `/api/features/${feature?.id}`,
    headers: { authorization: `Bearer ${person.token}` },
    payload: { enabled: true },
  });
}

async function timed(world: InsightWorld, person: Person, url: string): Promise<number> {
  const begun = performance.now();
  const answer = await world.get(person, url);
  const elapsedMs = performance.now() - begun;
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
  const rows = (answer.json().message as unknown[]).length;
  if (rows !== PAGE) throw new Error(`${rows} rows came instead of ${PAGE}`);
  return elapsedMs;
}
