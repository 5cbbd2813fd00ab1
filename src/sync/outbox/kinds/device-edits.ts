import {
  type DeviceField,
  type DeviceFields,
  DISPLAY_FIELDS,
  UPDATE_FIELDS,
} from "../../../domain/device/device-fields.ts";
import { displayName } from "../../../domain/device/device-name.ts";
import type { StoredBatch, StoredOutcome, StoredWrite } from "../../../domain/outbox/outbox-record.ts";
import type { BulkNews } from "../../../domain/outbox/queue.ts";
import { GROUP_IS_GONE } from "../../../messages/fleet/device-fields.ts";
import type { Http, HttpOutcome } from "../../../platform/http.ts";
import type { Device } from "../../../protocol/shapes.ts";
import type { lastingRefusal } from "../lasting-refusal.ts";
import type { ActionKind } from "./action-kind.ts";
import { deviceCalls, updateBody } from "./device-calls.ts";

/** Sealed edits of Sentinels on their way to the server. */
export type DeviceEdits = Pick<ActionKind, "send">;

/** The result of one edit: outcomes, or the answer that keeps the whole batch from being done. */
type Sent =
  | { outcomes: StoredOutcome[]; protocol: number | null; lastKey: string | null }
  | Exclude<HttpOutcome<never>, { kind: "answer" }>;

/** @param lasting passed in, because its module is loaded before this chunk */
export function createDeviceEdits(http: Http, lasting: typeof lastingRefusal): DeviceEdits {
  /** Each device as it was before the first try of this page: a later read may show what that try has set. */
  const before = new Map<string, Device>();

  const { fresh, post, put } = deviceCalls(http);

  /**
   * One edit: the call, or the two calls, that its fields need, each under a key of its own. Both set absolute
   * values; a page that is killed between them sends both once more, and the server answers the first one again.
   */
  async function sendEdit(
    key: string,
    write: StoredWrite,
    signal: AbortSignal,
    afterKey: string | null,
  ): Promise<Sent> {
    const { subject: deviceId, deviceId: of, seen } = write;
    const read = await fresh(deviceId, signal);
    if (read.kind !== "answer") return read;
    const device = read.value.message.find(({ device_id }) => device_id === deviceId);
    if (device === undefined) return gone(read.protocol);
    if (!before.has(key)) before.set(key, device);

    const value = write.value as Partial<DeviceFields>;
    let lastKey = afterKey;
    const update = {
      part: "update",
      fields: UPDATE_FIELDS.filter((field) => field in value),
      send: (callKey: string, fields: readonly DeviceField[]) =>
        post(callKey, updateBody(device, pick(value, fields), seen), signal, lastKey),
    };
    const display = {
      part: "display",
      fields: DISPLAY_FIELDS.filter((field) => field in value),
      send: (callKey: string, fields: readonly DeviceField[]) =>
        put(callKey, deviceId, pick(value, fields), signal, lastKey),
    };
    const calls = [update, display].filter(({ fields }) => fields.length > 0);
    const outcomes: StoredOutcome[] = [];
    const applied: DeviceField[] = [];
    let refusal: Sent | null = null;
    while (calls.length > 0) {
      const { part, fields, send } = calls.shift() ?? update;
      const callKey = `${key}.${part}`;
      let outcome: HttpOutcome<unknown> = await send(callKey, fields);
      let refusedFields = fields;
      if (part === "update" && isNotFound(outcome) && value.group_id != null && fields.includes("group_id")) {
        // The device was read just before, so the missing record is the group; the other fields are sent without it.
        outcome = groupIsGone(outcome);
        refusedFields = ["group_id"];
        const rest = fields.filter((field) => field !== "group_id");
        if (rest.length > 0) calls.unshift({ ...update, part: "rest", fields: rest });
      }
      if (outcome.kind === "answer") {
        applied.push(...fields);
        lastKey = callKey;
        continue;
      }
      const refused = lasting(outcome, true);
      if (refused === null) return outcome;
      refusal ??= outcome;
      outcomes.push({
        insightId: deviceId,
        deviceId: of,
        by: null,
        atMs: null,
        fields: refusedFields,
        ...refused,
      });
    }
    // Nothing was applied: the whole batch is refused.
    if (refusal !== null && applied.length === 0) return refusal;
    outcomes.push(...overridden(write, before.get(key) ?? device, applied));
    before.delete(key);
    return { outcomes, protocol: read.protocol, lastKey };
  }

  return {
    async send(batch: StoredBatch, signal, afterKey): Promise<HttpOutcome<BulkNews>> {
      const outcomes: StoredOutcome[] = [];
      let lastKey = afterKey;
      let protocol: number | null = null;
      for (const [at, write] of (batch.actions as readonly StoredWrite[]).entries()) {
        const sent = await sendEdit(`${batch.batchId}.${at}`, write, signal, lastKey);
        if ("kind" in sent) return sent;
        outcomes.push(...sent.outcomes);
        ({ protocol, lastKey } = sent);
      }
      const bulkId = `edit:${batch.batchId}`;
      return {
        kind: "answer",
        protocol,
        // Both calls answer only when they are done.
        value: { bulkId, status: 2, message: "", outcomes, ...(lastKey !== null && { lastKey }) },
      };
    },
  };
}

/** The outcome of an edit that replaced somebody else's values; none where it replaced none. */
function overridden(write: StoredWrite, device: Device, applied: readonly DeviceField[]): StoredOutcome[] {
  const over = replaced(write, device, applied);
  const fields = Object.keys(over);
  if (fields.length === 0) return [];
  const { subject: insightId, deviceId } = write;
  return [{ insightId, deviceId, outcome: "overrode", by: null, atMs: null, fields, over }];
}

/** The replaced values of fields that were set, where they were neither the base nor the wanted value. */
function replaced({ value, base }: StoredWrite, device: Device, fields: readonly DeviceField[]) {
  const wanted = value as Partial<DeviceFields>;
  const saw = base as Partial<DeviceFields>;
  const shown = (field: DeviceField, of: Partial<DeviceFields>) =>
    field === "display_name"
      ? displayName({ preferred_name: of.display_name ?? null, device_name: device.device_name })
      : (of[field] ?? null);
  return pick(
    device,
    fields.filter((field) => {
      const there = shown(field, device);
      return there !== shown(field, saw) && there !== shown(field, wanted);
    }),
  );
}

function pick(from: Partial<DeviceFields>, fields: readonly DeviceField[]): Partial<DeviceFields> {
  return Object.fromEntries(fields.map((field) => [field, from[field] ?? null]));
}

type Refused = Extract<HttpOutcome<never>, { kind: "refusal" }>;

function isNotFound(outcome: HttpOutcome<unknown>): outcome is Refused {
  return outcome.kind === "refusal" && outcome.refusal.code === "not_found";
}

function groupIsGone(outcome: Refused): Refused {
  return { ...outcome, refusal: { ...outcome.refusal, errors: { group_id: GROUP_IS_GONE } } };
}

/** A Sentinel that is no longer among the person's own; any server's list says so. */
function gone(protocol: number | null): Exclude<HttpOutcome<never>, { kind: "answer" }> {
  const refusal = { code: "not_found", errors: {}, message: undefined, retryAfterMs: null };
  return { kind: "refusal", status: 404, refusal, protocol: protocol ?? 0 };
}
