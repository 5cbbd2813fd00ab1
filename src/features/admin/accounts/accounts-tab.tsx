import UserX from "lucide-react/icons/user-x";
import { useCallback, useMemo } from "react";
import { useAddressPart } from "../../../client/use-address-part.ts";
import { useServerList } from "../../../client/use-server-list.ts";
import { ADMIN } from "../../../messages/admin/admin.ts";
import { ASSIGN } from "../../../messages/admin/assign.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import { isInternalUser } from "../../../protocol/records/internal-guards.ts";
import type { InternalUser } from "../../../protocol/shapes.ts";
import { SubjectCard } from "../../../ui/data-table/rows/subject-card.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { USERS_PATH } from "../admin-calls.ts";
import { AdminTable } from "../admin-part.tsx";
import { ASSIGN_CALLS, ASSIGN_KIND_NAMES, type AssignKind } from "../assign/assign-calls.ts";
import { AssignDialog } from "../assign/assign-dialog.tsx";
import { AssignButtons, accountColumns } from "./account-columns.tsx";

interface AccountsTabProps {
  may: boolean;
  online: OnlineOnly;
  nowMs: number;
}

/** All accounts, to a member the own one; what is assigned to each is opened from its row. */
export function AccountsTab({ may, online, nowMs }: AccountsTabProps) {
  const users = useServerList({ path: USERS_PATH, row: isInternalUser });
  const { open, show, close } = useAddressPart("assign");
  const onAssign = useCallback((kind: AssignKind, userId: number) => show(`${kind}-${userId}`), [show]);
  const columns = useMemo(() => accountColumns(onAssign), [onAssign]);
  const target = readTarget(open);
  // Read only while it is needed: a member's dialog shows the user's own list alone.
  const all = useServerList({
    path: may && target !== null ? ASSIGN_CALLS[target.kind].path : null,
    row: ASSIGN_CALLS[target?.kind ?? "devices"].isRow,
  });
  const rows = users.list.kind === "loaded" ? users.list.rows : null;
  const user = rows?.find(({ user_id }) => String(user_id) === target?.userId);
  return (
    <>
      <AdminTable
        part="users"
        list={users.list}
        columns={columns}
        rowId={userId}
        card={(row, shows) => (
          <SubjectCard
            name={row.email}
            remark={shows("username") && row.username}
            facts={factsOf(row, shows)}
            actions={<AssignButtons user={row} onAssign={onAssign} />}
          />
        )}
        onRetry={users.reload}
        {...{ may, nowMs }}
      />
      {target !== null && rows !== null && user === undefined && (
        <Dialog open onClose={close} title={ASSIGN.goneTitle}>
          <EmptyState icon={<UserX size={26} aria-hidden="true" />} title={ASSIGN.goneTitle}>
            {ASSIGN.gone}
          </EmptyState>
        </Dialog>
      )}
      {target !== null && (rows === null || user !== undefined) && (
        <AssignDialog
          key={open}
          {...target}
          userName={user?.email ?? ASSIGN.user(target.userId)}
          all={all.list}
          onReloadAll={all.reload}
          {...{ may, online }}
          onClose={close}
        />
      )}
    </>
  );
}

const userId = ({ user_id }: InternalUser): string => String(user_id);

/** `devices-12` in the address. */
function readTarget(open: string | null): { kind: AssignKind; userId: string } | null {
  const [, name, id] = /^([a-z]+)-(\d+)$/.exec(open ?? "") ?? [];
  const kind = ASSIGN_KIND_NAMES.find((known) => known === name);
  return kind === undefined || id === undefined ? null : { kind, userId: id };
}

function factsOf(user: InternalUser, shows: (columnId: string) => boolean) {
  const name = [shows("firstName") && user.first_name, shows("lastName") && user.last_name];
  return [
    { label: ADMIN.users.name, value: name.filter(Boolean).join(" ") },
    { label: ADMIN.users.phone, value: shows("phone") && user.phone_number },
    { label: ADMIN.users.id, value: shows("id") && String(user.user_id) },
  ].filter(({ value }) => value);
}
