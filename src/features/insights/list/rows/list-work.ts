/** How far the person has got with a list. It outlives the list: review mode works on the same one in its place. */
export interface ListWork {
  /** Takes how many rows match; 0 while it is not known. @param list by `listName` */
  see(list: string, matched: number): void;
  /** The person takes a step on rows of the list that was seen last. */
  countDone(): void;
  /** How many rows this list had at most, where the person has worked on it since it was opened; null elsewhere. */
  doneOf(list: string): number | null;
}

export function createListWork(): ListWork {
  let work = { list: "", most: 0, acted: false };
  return {
    see(list, matched) {
      work =
        list === work.list
          ? { ...work, most: Math.max(work.most, matched) }
          : { list, most: matched, acted: false };
    },
    countDone() {
      work = { ...work, acted: true };
    },
    doneOf: (list) => (work.acted && work.most > 0 && work.list === list ? work.most : null),
  };
}
