import { ADMIN } from "../../../messages/admin/admin.ts";
import { ASSIGN_KINDS } from "../../../messages/admin/assign.ts";
import type { InternalUser } from "../../../protocol/shapes.ts";
import { Button } from "../../../ui/controls/button.tsx";
import type { TableColumn } from "../../../ui/data-table/table-column.ts";
import styles from "../admin.module.css";
import { ASSIGN_KIND_NAMES, type AssignKind } from "../assign/assign-calls.ts";

const { users: words } = ADMIN;
export type OpenAssignment = (kind: AssignKind, userId: number) => void;

export function accountColumns(onAssign: OpenAssignment): readonly TableColumn<InternalUser>[] {
  const text = (
    id: "username" | "firstName" | "lastName" | "phone",
    value: (user: InternalUser) => string,
    roomPx: number,
  ): TableColumn<InternalUser> => ({ id, type: "string", label: words[id], value, sortable: true, roomPx });
  return [
    {
      id: "email",
      type: "string",
      label: words.email,
      value: ({ email }) => email,
      sortable: true,
      locked: true,
      rowHeader: true,
      roomPx: 210,
      className: styles.first,
    },
    text("username", ({ username }) => username, 120),
    text("firstName", ({ first_name }) => first_name, 110),
    text("lastName", ({ last_name }) => last_name, 110),
    text("phone", ({ phone_number }) => phone_number, 120),
    {
      id: "id",
      type: "number",
      label: words.id,
      value: ({ user_id }) => user_id,
      sortable: true,
      roomPx: 80,
      className: styles.figure,
    },
    {
      id: "assigned",
      type: "buttons",
      label: words.assigned,
      value: () => null,
      cell: (user) => <AssignButtons user={user} onAssign={onAssign} />,
      roomPx: 260,
      className: styles.buttonsColumn,
    },
  ];
}

interface AssignButtonsProps {
  user: InternalUser;
  onAssign: OpenAssignment;
}

/** Opens what is assigned to a user, a button for each kind. */
export function AssignButtons({ user, onAssign }: AssignButtonsProps) {
  return (
    <span className={styles.buttons}>
      {ASSIGN_KIND_NAMES.map((kind) => (
        <Button
          key={kind}
          aria-label={ASSIGN_KINDS[kind].buttonOf(user.email)}
          onClick={() => onAssign(kind, user.user_id)}
        >
          {ASSIGN_KINDS[kind].button}
        </Button>
      ))}
    </span>
  );
}
