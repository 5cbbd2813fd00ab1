import { Readable } from "node:stream";
import type { Dependencies } from "../../../server/dependencies.ts";
import type { TestUser } from "./test-app.ts";

/** Rows of the product, inserted as the server would. */
export function testRows(deps: Dependencies) {
  return { ...fleetRows(deps), ...modelRows(deps), ...insightRows(deps) };
}

function fleetRows({ db, clock }: Dependencies) {
  /** A Sentinel, assigned to these users. */
  async function addDevice(
    deviceId: string,
    owners: readonly TestUser[],
    columns: object = {},
  ): Promise<number> {
    return db.write(async (transaction) => {
      const { device_ref } = await transaction
        .insertInto("devices")
        .values({
          ...EMPTY_DEVICE,
          device_id: deviceId,
          created_at: clock.now(),
          ...columns,
        })
        .returning("device_ref")
        .executeTakeFirstOrThrow();
      for (const { userId } of owners) {
        await transaction
          .insertInto("device_users")
          .values({ device_ref, user_id: userId, after_insight_id: 0, granted_at: clock.now() })
          .execute();
      }
      return device_ref;
    });
  }

  async function addGroup(owner: TestUser, name: string, deviceRefs: readonly number[]): Promise<string> {
    return db.write(async (transaction) => {
      const { group_id } = await transaction
        .insertInto("groups")
        .values({
          user_id: owner.userId,
          group_name: name,
          deployment_description: null,
          created_on: clock.now(),
          updated_on: clock.now(),
        })
        .returning("group_id")
        .executeTakeFirstOrThrow();
      for (const device_ref of deviceRefs) {
        await transaction
          .insertInto("group_devices")
          .values({ user_id: owner.userId, device_ref, group_id })
          .execute();
      }
      return String(group_id);
    });
  }

  async function addAlert(owner: TestUser, deviceRef: number, status = "new"): Promise<string> {
    const { alert_id } = await db.write((transaction) =>
      transaction
        .insertInto("alerts")
        .values({
          user_id: owner.userId,
          device_ref: deviceRef,
          alert_type: "low_battery",
          summary: "Battery at 3.1 V",
          status,
          created_at: clock.now(),
          ended_at: status === "resolved" ? clock.now() : null,
        })
        .returning("alert_id")
        .executeTakeFirstOrThrow(),
    );
    return String(alert_id);
  }

  return { addDevice, addGroup, addAlert };
}

function modelRows({ db, models, clock }: Dependencies) {
  /** A model in these accounts, deployed on these Sentinels. */
  async function addModel(
    name: string,
    owners: readonly TestUser[],
    deviceRefs: readonly number[],
    columns: object = {},
  ): Promise<string> {
    return db.write(async (transaction) => {
      const { alg_id } = await transaction
        .insertInto("algs")
        .values({ ...EMPTY_MODEL, alg_name: name, date_created: clock.now(), ...columns })
        .returning("alg_id")
        .executeTakeFirstOrThrow();
      for (const { userId } of owners) {
        await transaction
          .insertInto("user_algs")
          .values({ user_id: userId, alg_id, added_at: clock.now() })
          .execute();
      }
      for (const device_ref of deviceRefs) {
        await transaction.insertInto("deployments").values({ device_ref, alg_id }).execute();
      }
      return String(alg_id);
    });
  }

  /** A model's file in the storage; answers the columns that name it. */
  async function storeModelFile(content: string | Buffer) {
    const { bucket, path, md5 } = await models.put(Readable.from([Buffer.from(content)]), ".tflite");
    return { alg_bucket: bucket, alg_path: path, md5_checksum: md5 };
  }

  /** A release of these models, approved for these users. */
  async function addRelease(
    name: string,
    approvedFor: readonly TestUser[],
    algIds: readonly string[] = [],
  ): Promise<string> {
    const components = algIds.map((algMetadataId) => ({ ...EMPTY_COMPONENT, algMetadataId }));
    return db.write(async (transaction) => {
      const { release_id } = await transaction
        .insertInto("releases")
        .values({
          name,
          description: null,
          components: JSON.stringify(components),
          created_at: clock.now(),
        })
        .returning("release_id")
        .executeTakeFirstOrThrow();
      for (const { userId } of approvedFor) {
        await transaction
          .insertInto("user_releases")
          .values({ user_id: userId, release_id, assigned_at: clock.now() })
          .execute();
      }
      return String(release_id);
    });
  }

  return { addModel, storeModelFile, addRelease };
}

function insightRows({ db, photos, clock, ids }: Dependencies) {
  /** One insight with its photo. */
  async function addInsight(
    deviceRef: number,
    photo: Buffer,
  ): Promise<{ insightId: string; photoKey: string }> {
    const { contentHash: content_hash, mediaType: media_type, ...file } = await photos.put(photo);
    return db.write(async (transaction) => {
      const created_at = clock.now();
      await transaction
        .insertInto("photo_files")
        .values({ ...file, content_hash, media_type, created_at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { insight_id } = await transaction
        .insertInto("insights")
        .values({
          ...EMPTY_INSIGHT,
          device_ref: deviceRef,
          source_id: ids.uuid(),
          time_stamp: created_at,
        })
        .returning("insight_id")
        .executeTakeFirstOrThrow();
      const { photo_id } = await transaction
        .insertInto("photos")
        .values({
          insight_id,
          device_ref: deviceRef,
          table_name: EMPTY_INSIGHT.table_name,
          content_hash,
          source_name: null,
          created_at,
        })
        .returning("photo_id")
        .executeTakeFirstOrThrow();
      await transaction
        .updateTable("insights")
        .set({ photo_id, photo_created_at: created_at })
        .where("insight_id", "=", insight_id)
        .execute();
      return { insightId: String(insight_id), photoKey: String(photo_id) };
    });
  }

  return { addInsight };
}

const EMPTY_DEVICE = {
  device_name: null,
  preferred_name: null,
  description: null,
  location_name: null,
  location_description: null,
  latitude: null,
  longitude: null,
  last_seen: null,
  cycle_time: null,
  trigger_number: null,
  sync_time: null,
  memory_remaining: null,
  images_processed: null,
  battery_voltage: null,
  summary: null,
  allow_complete_images: 0,
  allow_wifi_insights: 0,
  satellite_uid: null,
  lora_uid: null,
  software_version: null,
  hardware_id: null,
  mcu_version: null,
  cell_uid: null,
  sat_passes: null,
} as const;

const EMPTY_MODEL = {
  alg_description: null,
  alg_type: null,
  author: null,
  framework: "YOLOv5",
  image_path: null,
  alg_bucket: null,
  alg_path: null,
  md5_checksum: null,
  class_definitions: JSON.stringify([{ class_id: 1, label: "fox", original_label: "Vulpes vulpes" }]),
  is_public: 0,
} as const;

const EMPTY_COMPONENT = {
  isIntermediate: false,
  saveBBImages: false,
  saveCroppedImages: false,
  downstreamConfigs: [],
  bypassClasses: [],
  ignoredClasses: [],
  imageNormalizationMethod: "resize",
} as const;

const EMPTY_INSIGHT = {
  table_name: "insights",
  alg_id: null,
  class_name: "fox",
  class_id: null,
  class_list: "[]",
  confidence: null,
  group_confidence: null,
  is_from_lora: 0,
  file_ctime: null,
  file_ctime_text: null,
  file_ctime_offset: null,
  comms_source: null,
  latitude: null,
  longitude: null,
  collection_id: null,
  photo_id: null,
  photo_created_at: null,
  boxes: null,
  origin: "machine",
  status_by: null,
  status_at: null,
} as const;
