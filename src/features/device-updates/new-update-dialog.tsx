import Clock from "lucide-react/icons/clock";
import Download from "lucide-react/icons/download";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { callProblem } from "../../client/call-problem.ts";
import type { Fleet, FleetDevice } from "../../client/fleet-view.ts";
import type { ServerList } from "../../client/server-list.ts";
import { useServices } from "../../client/services.tsx";
import type { Role } from "../../domain/account/role.ts";
import type { UpdateRequestFaults } from "../../domain/device/device-update-request.ts";
import { DEVICE_UPDATES } from "../../messages/fleet/device-updates.ts";
import { CANCEL, TRY_AGAIN } from "../../messages/words.ts";
import { DevicePicker } from "../../parts/device-picker.tsx";
import type { OnlineOnly } from "../../parts/online-only.ts";
import type { UpdateConflicts } from "../../protocol/device-updates.ts";
import type { Release, Update } from "../../protocol/shapes.ts";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Tag } from "../../ui/controls/chip.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import styles from "./device-updates.module.css";
import { checkDraft, EMPTY_DRAFT, type UpdateDraft, withUsualRelease } from "./new-update.ts";
import { NewUpdateFields } from "./new-update-fields.tsx";
import { conflictsOf, createUpdate } from "./update-calls.ts";

interface NewUpdateDialogProps {
  role: Role;
  fleet: Fleet;
  releases: ServerList<Release>;
  onReleases(): void;
  /** This person's updates, newest first; null while they load. */
  own: readonly Pick<Update, "deviceUpdateId" | "algReleaseId">[] | null;
  draft: UpdateDraft;
  onDraft(draft: UpdateDraft): void;
  writes: OnlineOnly;
  onClose(): void;
  onOpen(updateId: string): void;
  /** The list must be read again. */
  onDone(): void;
}

type Problem =
  | { kind: "missing" }
  | { kind: "conflict"; conflicts: UpdateConflicts }
  | { kind: "other"; why: string };
const NO_FAULTS: UpdateRequestFaults = new Map();

/** Creates an update; errors show above the button. */
export function NewUpdateDialog(props: NewUpdateDialogProps) {
  const { fleet, releases, onDraft, writes, onClose, onDone } = props;
  const own = props.own ?? [];
  const draft = withUsualRelease(props.draft, releases.kind === "loaded" ? releases.rows : [], own);
  const { http, sync } = useServices();
  const formId = useId();
  const [faults, setFaults] = useState(NO_FAULTS);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!writes.may || busy) return;
    const checked = checkDraft(draft);
    setFaults(checked.ok ? NO_FAULTS : checked.faults);
    setProblem(null);
    if (!checked.ok) {
      if ([...checked.faults.values()].includes("missing")) setProblem({ kind: "missing" });
      return;
    }
    setBusy(true);
    const outcome = await createUpdate(http, checked.request);
    // Also after a conflict or a lost answer, when the list has changed.
    onDone();
    void sync.pullNow().catch(() => undefined);
    if (!here.current) return;
    setBusy(false);
    if (outcome.kind === "answer") {
      showToast({ tone: "ok", message: DEVICE_UPDATES.created(checked.request.deviceIds.length) });
      onDraft(EMPTY_DRAFT);
      return onClose();
    }
    if (outcome.kind === "refusal" && outcome.status === 400)
      return setProblem({ kind: "conflict", conflicts: conflictsOf(outcome.refusal) });
    setProblem({ kind: "other", why: callProblem(outcome) });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={DEVICE_UPDATES.makeTitle}
      subtitle={DEVICE_UPDATES.makeWords}
      icon={<Download size={20} aria-hidden="true" />}
      width="wide"
      footer={
        <>
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            // While releases or updates load, the usual release is not chosen yet, and the request would be refused for
            // want of one.
            busy={busy || releases.kind === "loading" || props.own === null}
            {...writes.button}
          >
            {DEVICE_UPDATES.create}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {writes.reason}
        <Releases releases={releases} onRetry={props.onReleases} />
        <NewUpdateFields
          role={props.role}
          releases={releases.kind === "loaded" ? releases.rows : []}
          draft={draft}
          onDraft={onDraft}
          faults={faults}
        />
        <DevicePicker
          label={DEVICE_UPDATES.devices}
          devices={fleet.devices}
          groups={fleet.groups}
          chosen={draft.deviceIds}
          onChosen={(deviceIds) => onDraft({ ...draft, deviceIds })}
          remark={pendingOf}
          wrong={faults.has("deviceIds")}
        />
        <div ref={scrollIntoView} key={problem?.kind}>
          {problem?.kind === "missing" && <Notice tone="danger">{DEVICE_UPDATES.missing}</Notice>}
          {problem?.kind === "conflict" && (
            <ConflictNotice
              conflicts={problem.conflicts}
              isOwn={(id) => own.some(({ deviceUpdateId }) => deviceUpdateId === id)}
              onOpen={props.onOpen}
            />
          )}
          {problem?.kind === "other" && (
            <Notice tone="danger">
              <p>{DEVICE_UPDATES.unknownError}</p>
              <p>{problem.why}</p>
            </Notice>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** The message is at the end of a long form, so it is scrolled into view. */
function scrollIntoView(place: HTMLElement | null): void {
  if (place?.hasChildNodes()) place.scrollIntoView?.({ block: "nearest" });
}

function pendingOf({ updateStatus }: FleetDevice) {
  if (updateStatus !== "pending") return null;
  return <Tag icon={<Clock size={14} aria-hidden="true" />}>{DEVICE_UPDATES.pendingNow}</Tag>;
}

function Releases({ releases, onRetry }: { releases: ServerList<Release>; onRetry(): void }) {
  if (releases.kind === "loaded")
    return releases.rows.length === 0 ? <Notice tone="info">{DEVICE_UPDATES.noRelease}</Notice> : null;
  if (releases.kind === "loading") return <p role="status">{DEVICE_UPDATES.releasesLoading}</p>;
  return (
    <Notice
      tone="info"
      action={
        <Button variant="plain" onClick={onRetry}>
          {TRY_AGAIN}
        </Button>
      }
    >
      {DEVICE_UPDATES.releasesMissing}
    </Notice>
  );
}
