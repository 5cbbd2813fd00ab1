/** The open modal dialogs, the topmost last. */
let opened: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/**
 * Opens a dialog as a modal. All outside of it is inert then, so that notices must be placed into it.
 *
 * @returns closes it
 */
export function openModal(dialog: HTMLDialogElement | null): () => void {
  if (dialog === null) return () => {};
  if (!dialog.open) dialog.showModal();
  change([...opened, dialog]);
  return () => {
    dialog.close();
    change(opened.filter((other) => other !== dialog));
  };
}

/** The modal dialog above all others; null where none is open. */
export const topmostModal = (): HTMLDialogElement | null => opened.at(-1) ?? null;

/**
 * The dialog above all others, also one that is not modal; null where none is open. The order of the document does not
 * tell: a dialog may be opened over one that follows it there.
 */
export function topmostDialog(): HTMLDialogElement | null {
  const modal = topmostModal();
  if (modal?.open) return modal;
  return [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1) ?? null;
}

/** What takes the focus in a dialog of `Dialog` where the control that had it is gone. */
export function titleOf(dialog: Element | null | undefined): HTMLElement | null {
  return dialog?.querySelector<HTMLElement>("h2[tabindex]") ?? null;
}

/** Calls back when another dialog has become the topmost one. */
export function subscribeToModals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: typeof opened): void {
  opened = next;
  for (const listener of listeners) listener();
}
