import UserCheck from "lucide-react/icons/user-check";
import { useMemo } from "react";
import type { ServerList } from "../../../client/server-list.ts";
import type { AssignmentChange } from "../../../domain/account/assignment.ts";
import { ASSIGN, ASSIGN_KINDS } from "../../../messages/admin/assign.ts";
import { CANCEL, CLOSE } from "../../../messages/words.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import { ServerListStates } from "../../../parts/server-list-states.tsx";
import { showToast } from "../../../state/toast-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { LeaveQuestion } from "../../../ui/layout/leave-question.tsx";
import { useLeaveAsks } from "../../../ui/layout/use-leave-asks.ts";
import styles from "./assign.module.css";
import type { AssignKind, AssignRow } from "./assign-calls.ts";
import { AssignChange, ChangeNames } from "./assign-change.tsx";
import { assignItems } from "./assign-items.ts";
import { AssignList } from "./assign-list.tsx";
import { useAssignment } from "./use-assignment.ts";

interface AssignDialogProps {
  kind: AssignKind;
  userId: string;
  /** The user's e-mail address or, before it is known, the id. */
  userName: string;
  /** Everything that can be assigned. */
  all: ServerList<AssignRow>;
  onReloadAll(): void;
  /** False for a member, who sees only what is assigned. */
  may: boolean;
  online: OnlineOnly;
  onClose(): void;
}

const NO_ROWS: readonly never[] = [];
const NO_REFUSALS: ReadonlyMap<string, string> = new Map();

/** The items of one kind that are assigned to a user; staff save the whole list. */
export function AssignDialog(props: AssignDialogProps) {
  const { kind, userId, userName, all, may, online, onClose } = props;
  const words = ASSIGN_KINDS[kind];
  const edit = useAssignment(kind, userId);
  const { base, chosen, change, changed } = edit;
  const { asking, ask, stay, leave } = useLeaveAsks({
    touched: changed && !edit.busy,
    draft: edit.draft,
    onClose,
  });
  // A member's list of all is the member's own; the user's list has what is assigned.
  const rows = may && all.kind === "loaded" ? all.rows : NO_ROWS;
  const own = edit.list.kind === "loaded" ? edit.list.rows : NO_ROWS;
  const items = useMemo(() => assignItems(rows, own, base), [rows, own, base]);
  const names = useMemo(() => new Map(items.map(({ id, name }) => [id, name])), [items]);
  const nameOf = (id: string) => names.get(id) ?? id;
  const loaded = edit.list.kind === "loaded" && (!may || all.kind === "loaded");

  const save = async () => {
    stay();
    if (!(await edit.save())) return;
    showToast({
      tone: "ok",
      message: ASSIGN.saved(ASSIGN.change(change.added.length, change.removed.length), userName),
    });
    leave();
  };
  const list = may && edit.list.kind === "loaded" && all.kind !== "loaded" ? all : edit.list;
  return (
    <Dialog
      open
      onClose={ask}
      title={may ? words.title : words.shownTitle}
      subtitle={userName}
      icon={<UserCheck size={20} aria-hidden="true" />}
      width="wide"
      footer={
        !may ? (
          <Button onClick={leave}>{CLOSE}</Button>
        ) : asking ? (
          <LeaveQuestion words={ASSIGN} onDiscard={leave} onStay={stay} />
        ) : (
          <>
            <div className={styles.footerNote}>
              {loaded && <AssignChange kind={kind} change={change} nameOf={nameOf} />}
            </div>
            <Button onClick={() => ask()}>{CANCEL}</Button>
            <Button
              variant="primary"
              busy={edit.busy}
              {...online.button}
              disabled={!online.may || !loaded || !changed}
              onClick={() => void save()}
            >
              {ASSIGN.save}
            </Button>
          </>
        )
      }
    >
      <div className={styles.content}>
        {may ? online.reason : <Notice tone="info">{ASSIGN.readOnly}</Notice>}
        <Problems
          failure={edit.failure}
          others={edit.others}
          nameOf={nameOf}
          onTakeTheirs={edit.takeTheirs}
        />
        <ServerListStates<AssignRow>
          list={list}
          what={words.list}
          onRetry={list === all ? props.onReloadAll : edit.reload}
        >
          {() =>
            !may && items.length === 0 ? (
              <p>{words.nothing}</p>
            ) : (
              <AssignList
                {...{ kind, items, base, chosen }}
                refused={edit.failure?.rows ?? NO_REFUSALS}
                onChosen={may ? edit.choose : null}
                disabled={may && (!online.may || edit.busy)}
              />
            )
          }
        </ServerListStates>
      </div>
    </Dialog>
  );
}

/** Refused rows that are named; of the others the number is told. */
const REFUSALS_SHOWN = 5;

interface ProblemsProps {
  failure: { problem: string; rows: ReadonlyMap<string, string> } | null;
  others: AssignmentChange | null;
  nameOf(id: string): string;
  onTakeTheirs(): void;
}

/** Why the list was not saved, above it. */
function Problems({ failure, others, nameOf, onTakeTheirs }: ProblemsProps) {
  const refused = [...(failure?.rows ?? [])];
  return (
    <>
      {others !== null && (
        <Notice
          tone="unsent"
          action={
            <Button variant="plain" onClick={onTakeTheirs}>
              {ASSIGN.takeTheirs}
            </Button>
          }
        >
          <p>
            <strong>{ASSIGN.othersTitle}</strong>
          </p>
          <ChangeNames label={ASSIGN.added} ids={others.added} nameOf={nameOf} />
          <ChangeNames label={ASSIGN.removed} ids={others.removed} nameOf={nameOf} />
          <p>{ASSIGN.othersWords}</p>
        </Notice>
      )}
      {failure !== null && (
        <Notice tone="danger">
          {refused.length === 0 && <p>{failure.problem}</p>}
          {refused.slice(0, REFUSALS_SHOWN).map(([id, why]) => (
            <p key={id}>{ASSIGN.refusedRow(nameOf(id), why)}</p>
          ))}
          {refused.length > REFUSALS_SHOWN && <p>{ASSIGN.refusedMore(refused.length - REFUSALS_SHOWN)}</p>}
        </Notice>
      )}
    </>
  );
}
