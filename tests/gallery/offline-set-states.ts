import type { OfflineSet } from "../../src/domain/offline/offline-set.ts";
import { RETAIN_EVERYTHING } from "../../src/domain/offline/retention.ts";
import type {
  OfflineSetEstimate,
  OfflineSetEstimateAnswer,
} from "../../src/offline-sets/offline-set-estimate.ts";
import type { GalleryState } from "./sync-states.ts";

const HALF: OfflineSet = {
  packId: "north",
  name: "Mara north",
  madeAtMs: Date.now() - 3_600_000,
  pictures: "photographs",
  budget: 250_000_000,
  anyLink: false,
  needs: RETAIN_EVERYTHING,
  insights: 812,
  wanted: 1624,
  fetched: 940,
  missing: 3,
  failed: 0,
  received: 96_000_000,
  stored: 95_400_000,
  hold: null,
};
const set = (packId: string, name: string, change: Partial<OfflineSet> = {}): OfflineSet => ({
  ...HALF,
  packId,
  name,
  ...change,
});
const NOT_GATHERED = { insights: null, wanted: 0, fetched: 0, missing: 0, received: 0, stored: 0 };
const DONE = { fetched: 1621, received: 188_000_000, stored: 187_000_000 };
const OFFLINE = { phase: "offline", freshAtMs: Date.now() - 26 * 3_600_000 } as const;

const ESTIMATE: OfflineSetEstimate = {
  insights: 4_812,
  photos: 4_790,
  thumbnailBytes: 38_000_000,
  photographBytes: 1_310_000_000,
  more: { insights: 2_300, bytes: 46_000 },
};
const GROUPS = ["North bank", "South bank, along the old road to the village", "Waterholes"].map(
  (name, at) => ({
    group_id: String(at + 1),
    group_name: name,
    deployment_description: null,
    devices: [],
    created_on: "",
    updated_on: "",
  }),
);
/** The dialog over an answer. */
const dialog = (answer: OfflineSetEstimateAnswer | "never", state: GalleryState = {}): GalleryState => ({
  ...state,
  opensPackDialog: true,
  world: {
    groups: GROUPS,
    packControl: {
      estimate: () => (answer === "never" ? new Promise(() => undefined) : Promise.resolve(answer)),
    },
    ...state.world,
  },
});

/** Saved offline sets, and the dialog that saves one. */
export const PACK_STATES: Readonly<Record<string, GalleryState>> = {
  "offline-sets-running": {
    world: {
      offlineSets: [
        set("a", "Mara north"),
        set("b", "All of the last 30 days", { ...NOT_GATHERED, pictures: "thumbnails" }),
        set("c", "Waterholes", { hold: "person", budget: null }),
      ],
    },
  },
  "offline-sets-insights-coming": {
    world: { offlineSets: [set("a", "Mara north", NOT_GATHERED)], retention: { complete: false } },
  },
  "offline-sets-offline": {
    sync: OFFLINE,
    world: { offlineSets: [set("a", "Mara north"), set("b", "Waterholes", DONE)] },
  },
  "offline-sets-not-refreshed": {
    sync: { failed: true },
    world: { offlineSets: [set("a", "Mara north")] },
  },
  "offline-sets-costly-link": { world: { offlineSets: [set("a", "Mara north")], costlyLink: true } },
  "offline-sets-stopped": {
    world: {
      offlineSets: [
        set("a", "Mara north", { hold: "budget" }),
        set("b", "South bank, along the old road to the village, last 90 days", { hold: "full" }),
        set("c", "Everything", { ...NOT_GATHERED, hold: "tooMany" }),
        set("d", "Waterholes", { ...DONE, fetched: 1609, failed: 12 }),
      ],
    },
  },
  "offline-sets-done": {
    world: {
      offlineSets: [
        set("a", "Mara north", DONE),
        set("b", "Waterholes", { ...DONE, fetched: 1624, missing: 0 }),
      ],
      space: {
        total: 6.8e8,
        quota: 6e10,
        thumbnails: 2.1e8,
        opened: 1.8e7,
        offlineSets: 3.74e8,
        insights: 6.1e7,
        unsent: 0,
      },
    },
  },
  "offline-set-dialog-asking": dialog("never"),
  "offline-set-dialog-sizes": dialog({ kind: "estimated", estimate: ESTIMATE }),
  "offline-set-dialog-offline": dialog({ kind: "unknown" }, { sync: OFFLINE }),
  "offline-set-dialog-too-many": dialog({ kind: "tooMany" }),
  "offline-set-dialog-nothing": dialog({
    kind: "estimated",
    estimate: { ...ESTIMATE, insights: 0, photos: 0, thumbnailBytes: 0, photographBytes: 0 },
  }),
  "offline-set-dialog-costly-little-room": dialog(
    { kind: "estimated", estimate: ESTIMATE },
    {
      world: {
        costlyLink: true,
        space: { total: 4.96e9, quota: 5e9, thumbnails: 2.1e8, insights: 6.1e7, unsent: 0 },
      },
    },
  ),
};
