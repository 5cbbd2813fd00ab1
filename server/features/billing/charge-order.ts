/** A charge's status, and when the provider described it so (UTC epoch milliseconds). */
interface Described {
  readonly status: string;
  readonly as_of: number;
}

/**
 * Whether a description of a charge replaces the stored one. Events of the provider arrive in any order, so the later
 * description counts. Within a second the order is unknown; there, and in any case, a charge that succeeded or failed
 * is never pending again.
 */
export function replacesCharge(incoming: Described, stored: Described | undefined): boolean {
  if (stored === undefined) return true;
  if (isPending(incoming) !== isPending(stored)) return isPending(stored);
  return incoming.as_of >= stored.as_of;
}

function isPending({ status }: Described): boolean {
  return status === "pending";
}
