/** The keys of the browser's local storage; all of them, so that no two parts use one name. */
export const LOCAL_KEYS = {
  /** "Bearer …", as it is sent. */
  token: "authToken",
  userId: "userId",
  /** The e-mail address of the last sign-in, until a person logs out. */
  email: "email",
  /** Whether insights are folded into collections: a view preference. */
  collections: "insight_collections",
  dashboardWidgets: "dashboard_widgets",
  /** Per person and table: columns, layout mode and saved views. */
  tables: "table_settings",
  /** Here and not in IndexedDB, because public/theme.js must read it before the first paint. */
  theme: "theme",
  /** The number of unsent actions by person: reveals an eviction. */
  unsentNote: "kept_work",
  /** "yes" where the server is one of the specification alone, without our protocol header. */
  plainServer: "plain_server",
  /** "off" where shortcuts of a single key are not wanted. */
  singleKeys: "single_keys",
  /** "off" where photos are shown without the boxes around animals. */
  photoBoxes: "photo_boxes",
  /** "on" where review mode takes a burst as one step without collections. */
  reviewBursts: "review_bursts",
  /** "on" where review mode and the photo viewer pass over insights without a photo. */
  skipsWithoutPhoto: "skips_without_photo",
  /** How photos lie in review mode: cropped where they are low, whole, or over the whole stage. */
  photoBase: "photo_base",
  /** How the map looks: its style, the layers that are hidden, whether the legend is open. */
  mapLook: "map_look",
  /** The settings of alerts as they were last read, with whose they are. */
  alertSettings: "alert_settings",
  /** The release that is being written, with whose it is. */
  releaseDraft: "release_draft",
  /** "compact" where rows of tables are low. */
  rowDensity: "row_density",
  /** How far this device's clock was ahead of the server's, and when that was seen; see clock-difference.ts. */
  clockAhead: "clock_ahead",
  /** "yes" once the app was offered for installation after a save. */
  installOffered: "install_offered",
  /** Which basemap lies over the built-in one, by name. */
  basemap: "basemap",
} as const;
export type LocalKey = (typeof LOCAL_KEYS)[keyof typeof LOCAL_KEYS];

/** Small texts that are read at once at start. A browser that refuses storage keeps them while the page lives. */
export interface LocalValues {
  get(key: LocalKey): string | null;
  set(key: LocalKey, value: string): void;
  remove(key: LocalKey): void;
}

export function browserLocalValues(storage: () => Storage = () => localStorage): LocalValues {
  const kept = new Map<LocalKey, string | null>();
  const succeeds = (work: (storage: Storage) => void): boolean => {
    try {
      work(storage());
      return true;
    } catch {
      // Private modes and full disks throw here; the value above still holds for this page.
      return false;
    }
  };
  return {
    get: (key) => {
      let stored: string | null = null;
      const read = succeeds((values) => {
        stored = values.getItem(key);
      });
      return !read || kept.has(key) ? (kept.get(key) ?? null) : stored;
    },
    set(key, value) {
      if (!succeeds((values) => values.setItem(key, value))) kept.set(key, value);
      else kept.delete(key);
    },
    remove(key) {
      if (!succeeds((values) => values.removeItem(key))) kept.set(key, null);
      else kept.delete(key);
    },
  };
}

/** Small structured values that are read later than at once: the cached user, public settings, preferences. */
export interface KeyValues {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

/** The data of people on this device beyond the small values. */
export interface LocalData {
  /** Removes a person's mirror and pictures; with `discardUnsent` their outbox too. */
  clear(userId: number, options: { discardUnsent: boolean }): Promise<void>;
  /** Removes the mirrors and pictures of everybody else; unsent work of others stays, hidden. */
  clearOthers(userId: number): Promise<void>;
}
