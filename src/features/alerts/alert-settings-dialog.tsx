import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useDevicesView } from "../../client/devices-view.ts";
import { DEFAULT_ALERT_THRESHOLDS, THRESHOLD_TYPES } from "../../domain/alert/alert-settings.ts";
import { ALERT_SETTINGS } from "../../messages/alerts/alert-settings.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { ServerListStates } from "../../parts/server-list-states.tsx";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/form-field.tsx";
import { Switch } from "../../ui/controls/switch.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import styles from "./alert-settings.module.css";
import type { AlertSettingsControl } from "./alert-settings-control.ts";
import {
  draftOf,
  FLAG_ORDER,
  type GroupDraft,
  readDraft,
  rebasedDraft,
  type SettingsDraft,
  type SettingsErrors,
  type TypedThresholds,
} from "./alert-settings-draft.ts";

interface AlertSettingsDialogProps {
  control: AlertSettingsControl;
  online: OnlineOnly;
  onClose(): void;
}

const NO_ERRORS: SettingsErrors = {};

/** All settings of alerts; without a connection to be read only. */
export function AlertSettingsDialog({ control, online, onClose }: AlertSettingsDialogProps) {
  const { settings, failed, busy, reload, save } = control;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [edited, setEdited] = useState<{ draft: SettingsDraft; before: SettingsDraft } | null>(null);
  const [errors, setErrors] = useState(NO_ERRORS);
  const before = useMemo(() => settings && draftOf(settings), [settings]);
  // Settings that are read anew come under what this person has typed.
  const draft = useMemo(
    () => before && (edited === null ? before : rebasedDraft(edited.draft, edited.before, before)),
    [edited, before],
  );
  useEffect(() => {
    if (errors !== NO_ERRORS) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!online.may || busy || draft === null || before === null) return;
    const read = readDraft(draft, before);
    if (read.kind === "faulty") return setErrors({ ...read.errors, general: ALERT_SETTINGS.wrong });
    const refused = read.change && (await save(read.change));
    if (refused !== null) return setErrors(refused);
    showToast({ message: ALERT_SETTINGS.saved, tone: "ok" });
    onClose();
  };
  const lacks = online.may ? (failed ? "failed" : "loading") : "offline";
  return (
    <Dialog
      open
      onClose={onClose}
      title={ALERT_SETTINGS.title}
      placement="side"
      footer={
        draft && (
          <Button type="submit" form={formId} variant="primary" busy={busy} {...online.button}>
            {ALERT_SETTINGS.save}
          </Button>
        )
      }
    >
      <div className={styles.body}>
        {online.reason}
        {draft === null || before === null ? (
          <ServerListStates list={{ kind: lacks }} what={ALERT_SETTINGS.what} onRetry={reload}>
            {() => null}
          </ServerListStates>
        ) : (
          <form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)}>
            <fieldset className={styles.fields} disabled={!online.may}>
              <SettingsFields
                draft={draft}
                errors={errors}
                onDraft={(next) => {
                  setEdited({ draft: next, before });
                  setErrors(NO_ERRORS);
                }}
              />
            </fieldset>
            {errors.general !== undefined && <Notice tone="danger">{errors.general}</Notice>}
          </form>
        )}
      </div>
    </Dialog>
  );
}

interface SettingsFieldsProps {
  draft: SettingsDraft;
  errors: SettingsErrors;
  onDraft(draft: SettingsDraft): void;
}

function SettingsFields({ draft, errors, onDraft }: SettingsFieldsProps) {
  const view = useDevicesView();
  const nameOf = (groupId: string) =>
    view?.groups.find(({ group_id }) => group_id === groupId)?.group_name ?? groupId;
  const setGroup = (changed: GroupDraft) =>
    onDraft({
      ...draft,
      groups: draft.groups.map((group) => (group.groupId === changed.groupId ? changed : group)),
    });
  return (
    <>
      <section className={styles.section} aria-label={ALERT_SETTINGS.flagsHeading}>
        <h3 className={styles.heading}>{ALERT_SETTINGS.flagsHeading}</h3>
        {FLAG_ORDER.map((type) => (
          <Switch
            key={type}
            checked={draft.flags[type]}
            onChange={(checked) => onDraft({ ...draft, flags: { ...draft.flags, [type]: checked } })}
          >
            {ALERT_SETTINGS.flags[type]}
          </Switch>
        ))}
      </section>
      <section className={styles.section} aria-label={ALERT_SETTINGS.thresholdsHeading}>
        <h3 className={styles.heading}>{ALERT_SETTINGS.thresholdsHeading}</h3>
        <ThresholdFields
          typed={draft.thresholds}
          path="thresholds"
          errors={errors}
          hint={(type) => ALERT_SETTINGS.hint(type, DEFAULT_ALERT_THRESHOLDS[type])}
          onTyped={(thresholds) => onDraft({ ...draft, thresholds })}
        />
      </section>
      <section className={styles.section} aria-label={ALERT_SETTINGS.groupsHeading}>
        <h3 className={styles.heading}>{ALERT_SETTINGS.groupsHeading}</h3>
        <p className={styles.hint}>
          {draft.groups.length === 0 ? ALERT_SETTINGS.noGroups : ALERT_SETTINGS.groupsWords}
        </p>
        {draft.groups.map((group) => (
          <fieldset key={group.groupId} className={styles.group}>
            <legend>{nameOf(group.groupId)}</legend>
            <Switch checked={group.ignore} onChange={(ignore) => setGroup({ ...group, ignore })}>
              {ALERT_SETTINGS.ignore}
            </Switch>
            <Switch checked={group.own} onChange={(own) => setGroup({ ...group, own })}>
              {ALERT_SETTINGS.ownLimits}
            </Switch>
            {group.own && (
              <ThresholdFields
                typed={group.thresholds}
                path={`groups.${group.groupId}`}
                errors={errors}
                hint={(type) =>
                  ALERT_SETTINGS.groupHint(
                    type,
                    Number(draft.thresholds[type]) || DEFAULT_ALERT_THRESHOLDS[type],
                  )
                }
                onTyped={(thresholds) => setGroup({ ...group, thresholds })}
              />
            )}
          </fieldset>
        ))}
      </section>
    </>
  );
}

interface ThresholdFieldsProps {
  typed: TypedThresholds;
  /** Where they stand in the draft, as their errors name it. */
  path: string;
  errors: SettingsErrors;
  /** Says what holds where none is set. */
  hint(type: keyof TypedThresholds): string;
  onTyped(typed: TypedThresholds): void;
}

function ThresholdFields({ typed, path, errors, hint, onTyped }: ThresholdFieldsProps) {
  return (
    <div className={styles.limits}>
      {THRESHOLD_TYPES.map((type) => (
        <TextField
          key={type}
          label={ALERT_SETTINGS.thresholds[type]}
          name={`${path}.${type}`}
          value={typed[type]}
          inputMode="decimal"
          autoComplete="off"
          hint={hint(type)}
          error={errors[`${path}.${type}`]}
          onChange={(text) => onTyped({ ...typed, [type]: text })}
        />
      ))}
    </div>
  );
}
