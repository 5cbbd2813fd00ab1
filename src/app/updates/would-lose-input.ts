/**
 * Whether a reload would lose something that a person has begun: an open dialog, or text in a form. Actions are stored.
 */
export function wouldLoseInput(page: ParentNode): boolean {
  if (page.querySelector("dialog[open]") !== null) return true;
  const fields = page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'form input:not([type="checkbox"], [type="radio"], [type="hidden"]), form textarea',
  );
  return [...fields].some((field) => field.value !== "");
}
