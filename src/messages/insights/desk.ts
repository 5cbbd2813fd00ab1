/** Words of the panel beside the list on a desk, and of the list's commands in the palette. */
export const deskMessages = {
  current: "Current insight",
  facts: "Facts of this insight",
  enlarge: (className: string, device: string) => `Enlarge the photo: ${className}, ${device}`,
  act: (action: string, target: string) => `${action}: ${target}`,
  leave: (step: string) => `Not now: ${step}`,
  search: (text: string) => `Search for “${text}”`,
  sortBy: (column: string) => `Sort by ${column}`,
} as const;
