import type { Release } from "../../../src/protocol/shapes.ts";

export interface ReleaseRow {
  release_id: number;
  name: string;
  description: string | null;
  /** [Component] as JSON. */
  components: string;
}

export function releaseShape(row: ReleaseRow): Release {
  return {
    id: String(row.release_id),
    name: row.name,
    description: row.description,
    components: JSON.parse(row.components) as Release["components"],
  };
}
