import type { AssignmentChange } from "../../../domain/account/assignment.ts";
import { ASSIGN, ASSIGN_KINDS } from "../../../messages/admin/assign.ts";
import styles from "./assign.module.css";
import type { AssignKind } from "./assign-calls.ts";

/** Names that a line spells out; of the others it tells the number. */
const NAMES_SHOWN = 8;

interface AssignChangeProps {
  kind: AssignKind;
  change: AssignmentChange;
  nameOf(id: string): string;
}

/** The changes that saving makes, by name, and their consequences. */
export function AssignChange({ kind, change, nameOf }: AssignChangeProps) {
  const { added, removed } = change;
  return (
    <section className={styles.change} aria-label={ASSIGN.changes}>
      {added.length + removed.length === 0 ? (
        <p className={styles.quiet}>{ASSIGN.noChange}</p>
      ) : (
        <>
          <p className={styles.sum} role="status">
            {ASSIGN.change(added.length, removed.length)}
          </p>
          <ChangeNames label={ASSIGN.added} ids={added} nameOf={nameOf} />
          <ChangeNames label={ASSIGN.removed} ids={removed} nameOf={nameOf} />
          {removed.length > 0 && (
            <p className={styles.follows}>{ASSIGN_KINDS[kind].removing(removed.length)}</p>
          )}
        </>
      )}
    </section>
  );
}

interface ChangeNamesProps {
  label: string;
  ids: readonly string[];
  nameOf(id: string): string;
}

export function ChangeNames({ label, ids, nameOf }: ChangeNamesProps) {
  if (ids.length === 0) return null;
  const names = ids.slice(0, NAMES_SHOWN).map(nameOf);
  return (
    <p className={styles.names}>
      <strong>{label}:</strong> {ASSIGN.names(names, ids.length - names.length)}
    </p>
  );
}
