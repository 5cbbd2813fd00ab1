/** One entry that a list adds to the command palette. */
export interface ListCommand {
  /** Unique in its list. */
  id: string;
  words: string;
  /**
   * "act": on the chosen or the current row; "filter": filters or sorts; "search": looks for the typed text, which such
   * a command holds whatever it is.
   */
  kind: "act" | "filter" | "search";
  run(): void;
}

/** A list on the screen, as the keys of the shell and the command palette see it. */
export interface OfferedList {
  name: string;
  /** Holds the rows and the tools of the list; null while it is not drawn. */
  element(): HTMLElement | null;
  /** Chooses all that match; absent where rows cannot be chosen. */
  selectAll?: (() => void) | undefined;
  /** Extends the selection from one row to its neighbour, or takes it back. */
  extend?: ((fromId: string, toId: string) => void) | undefined;
  /** @param typed the text in the palette, "" for none; called with each change of it */
  commands(typed: string): Promise<readonly ListCommand[]>;
}

const offered = new Set<OfferedList>();

/** Returns the way to take it back: fit for an effect. */
export function offerList(list: OfferedList): () => void {
  offered.add(list);
  return () => void offered.delete(list);
}

/** The list that has the focus, else the first of the document; null where there is none. */
export function listInUse(): OfferedList | null {
  const drawn = [...offered].flatMap((list) => {
    const element = list.element();
    return element?.isConnected ? [{ list, element }] : [];
  });
  const [first = null] = drawn.toSorted((one, other) =>
    one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  const focused = drawn.find(({ element }) => element.contains(document.activeElement));
  return (focused ?? first)?.list ?? null;
}
