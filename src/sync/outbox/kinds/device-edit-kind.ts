import type { Http } from "../../../platform/http.ts";
import { lastingRefusal } from "../lasting-refusal.ts";
import type { ActionKind } from "./action-kind.ts";

/**
 * An edit of a Sentinel: its subject is the device_id, its value the fields that the person changed, named as in
 * `DeviceFields`, and its base what those fields said to the person.
 */
export const DEVICE_EDIT = "deviceEdit";

/**
 * The code that sends edits of Sentinels is loaded with the first edit: few people make any, and no first screen needs
 * it.
 */
export function deviceEditKind(http: Http): ActionKind {
  const loaded = () =>
    import("./device-edits.ts").then(({ createDeviceEdits }) => createDeviceEdits(http, lastingRefusal));
  let edits: Awaited<ReturnType<typeof loaded>> | null = null;
  return {
    name: DEVICE_EDIT,
    async send(batch, signal, afterKey) {
      edits ??= await loaded().catch(() => null);
      // Code that cannot be loaded now counts as a call without an answer, which is tried again.
      return edits === null ? { kind: "unreachable", why: "network" } : edits.send(batch, signal, afterKey);
    },
    // A device edit is done when its call is answered, so the queue never asks about one.
    ask: async () => ({ kind: "unreachable", why: "givenUp" }),
  };
}
