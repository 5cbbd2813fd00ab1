const number = (count: number) => count.toLocaleString("en");

/** The kinds of items that staff assign to a user. */
interface AssignWords {
  /** Of the button in a user's row. */
  button: string;
  buttonOf(user: string): string;
  title: string;
  shownTitle: string;
  /** As the beginning of a sentence. */
  list: string;
  search: string;
  none: string;
  nothing: string;
  /** The consequences of removing so many. */
  removing(count: number): string;
}

export const ASSIGN_KINDS: Readonly<Record<"devices" | "algs" | "releases", AssignWords>> = {
  devices: {
    button: "Sentinels",
    buttonOf: (user) => `Sentinels of ${user}`,
    title: "Assign Sentinels",
    shownTitle: "Assigned Sentinels",
    list: "The list of assigned Sentinels",
    search: "Search Sentinels",
    none: "There are no Sentinels on this server.",
    nothing: "No Sentinel is assigned.",
    removing: (count) =>
      `This user loses ${count === 1 ? "this Sentinel" : "these Sentinels"}: insights, photos, alerts and places in groups disappear for this user, and the user's pending updates are dropped. Insights and photos stay on the server, and other users keep access. If assigned again, this user sees only what arrives from then on.`,
  },
  algs: {
    button: "Models",
    buttonOf: (user) => `Models of ${user}`,
    title: "Assign models",
    shownTitle: "Assigned models",
    list: "The list of assigned models",
    search: "Search models",
    none: "There are no models on this server.",
    nothing: "No model is assigned.",
    removing: (count) =>
      `${count === 1 ? "It leaves" : "They leave"} this user's My Models and can no longer be deployed by this user. Sentinels that run ${count === 1 ? "it" : "them"} go on.`,
  },
  releases: {
    button: "Releases",
    buttonOf: (user) => `Releases of ${user}`,
    title: "Assign releases",
    shownTitle: "Assigned releases",
    list: "The list of assigned releases",
    search: "Search releases",
    none: "There are no releases on this server.",
    nothing: "No release is assigned.",
    removing: (count) =>
      `This user can no longer choose ${count === 1 ? "this release" : "these releases"} for a device update. Updates that were created before go on.`,
  },
};

export const ASSIGN = {
  show: "Show",
  shows: { all: "All", assigned: "Assigned", changed: "Changed" },
  counts: (assigned: number, all: number) => `${number(assigned)} of ${number(all)} assigned`,
  assignedCount: (assigned: number) => `${number(assigned)} assigned`,
  addFound: (count: number) => `Assign all ${number(count)} found`,
  removeFound: (count: number) => `Remove all ${number(count)} found`,
  showMore: (count: number) => `Show ${number(count)} more`,
  noneFound: "Nothing matches this search.",
  assigned: "Assigned",
  willAdd: "Will be added",
  willRemove: "Will be removed",

  changes: "Changes",
  noChange: "Nothing is changed yet.",
  change: (added: number, removed: number) =>
    [added > 0 && `+${number(added)}`, removed > 0 && `−${number(removed)}`].filter(Boolean).join(" "),
  added: "Added",
  removed: "Removed",
  names: (names: readonly string[], more: number) =>
    more === 0 ? names.join(", ") : `${names.join(", ")} and ${number(more)} more`,

  save: "Save",
  saved: (change: string, user: string) => `Saved for ${user}: ${change}.`,
  user: (id: string) => `User ${id}`,
  goneTitle: "No such user",
  gone: "This account is no longer in the list: it was removed, or it is not yours.",
  readOnly: "Only staff can change what is assigned.",

  othersTitle: "This list was changed by someone else while you were editing.",
  othersWords: "Your changes are now made on the new list. Look at it, then save again.",
  takeTheirs: "Discard my changes",

  refusedRow: (name: string, why: string) => `${name}: ${why}`,
  refusedMore: (count: number) => `${number(count)} more could not be assigned.`,

  discardAsk: "Discard your changes?",
  discard: "Discard",
  keepEditing: "Keep editing",
} as const;
