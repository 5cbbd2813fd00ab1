/**
 * What the keys of the list of insights do. They are read when the list of keys opens, so they are a module of their own:
 * the script before the first insights is smaller without them.
 */
export const insightKeys = {
  group: "Insights",
  down: "Next insight",
  up: "Previous insight",
  acknowledge: "Acknowledge",
  favorite: "Favorite",
  archive: "Archive",
  select: "Select",
  extend: "Extend the selection",
  selectAll: "Select all that match",
  save: "Save, or continue past the limit",
  undo: "Undo",
  redo: "Redo",
  repeat: "Repeat the last action",
  search: "Search",
  open: "Open the photo",
  boxes: "Boxes around animals, in the photo",
  brighten: "Brighten the photo",
  skip: "Skip items without a photo, in the photo viewer",
  clear: "Clear the selection",
} as const;
