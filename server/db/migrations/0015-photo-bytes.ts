import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import { tableMaker } from "./table-maker.ts";

/** The fifteenth migration: how many bytes the photos of each Sentinel are, which is not summed in every upload. */
export async function createPhotoBytes(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  await tableMaker(
    db,
    side,
  )("device_photo_bytes")
    .ref("device_ref", "devices.device_ref", "cascade")
    .int("photo_bytes")
    .create(["device_ref"]);
  await sql`
    insert into device_photo_bytes (device_ref, photo_bytes)
    select p.device_ref, sum(f.bytes)
    from (select distinct device_ref, content_hash from photos) as p
    join photo_files f on f.content_hash = p.content_hash
    group by p.device_ref
  `.execute(db);
}
