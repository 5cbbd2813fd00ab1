import type { Database } from "../../server/db/database.ts";

const MADE_AT_MS = Date.UTC(2024, 4, 1, 6, 12, 9);

export async function addUser(db: Database, name: string): Promise<number> {
  const { user_id } = await db.write((transaction) =>
    transaction
      .insertInto("users")
      .values({
        email: `${name}@example.org`,
        email_key: `${name}@example.org`,
        username: name,
        username_key: name,
        first_name: "",
        last_name: "",
        phone_number: "",
        country: "",
        password_hash: "",
        role: "member",
        image_key: null,
        created_at: MADE_AT_MS,
      })
      .returning("user_id")
      .executeTakeFirstOrThrow(),
  );
  return user_id;
}

export async function addDevice(db: Database, deviceId: string): Promise<number> {
  const { device_ref } = await db.write((transaction) =>
    transaction
      .insertInto("devices")
      .values({
        device_id: deviceId,
        allow_complete_images: 0,
        allow_wifi_insights: 0,
        created_at: MADE_AT_MS,
      })
      .returning("device_ref")
      .executeTakeFirstOrThrow(),
  );
  return device_ref;
}

/** An insight's columns as an import would write them. */
export function insightRow(deviceRef: number, sourceId: string) {
  return {
    device_ref: deviceRef,
    table_name: "insights",
    source_id: sourceId,
    class_name: "fox",
    class_id: 3,
    class_list: JSON.stringify([{ className: "fox", averageConfidence: 0.8712 }]),
    confidence: 0.8712,
    group_confidence: null,
    is_from_lora: 0,
    time_stamp: MADE_AT_MS,
    file_ctime: null,
    comms_source: "wifi",
    latitude: -31.953512,
    longitude: 115.857048,
    origin: "machine",
  };
}

/** A promise and the call that settles it: holds a transaction open until the test lets it go. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
