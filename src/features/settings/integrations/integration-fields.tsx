import { useId } from "react";
import { ALERT_SETTINGS, DIGEST_SETTINGS } from "../../../domain/integration/integration.ts";
import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import { ChoiceOption, ChoiceSet } from "../../../parts/choice-set.tsx";
import { TextField } from "../../../ui/controls/form-field.tsx";
import { SelectField } from "../../../ui/controls/select-field.tsx";
import { Switch } from "../../../ui/controls/switch.tsx";
import { ClassPicker } from "./class-picker.tsx";
import { GroupRows } from "./group-rows.tsx";
import { type DraftErrors, type IntegrationDraft, MODES } from "./integration-draft.ts";
import styles from "./integrations.module.css";
import { TargetFields } from "./target-fields.tsx";
import { useClassNames } from "./use-class-names.ts";

interface IntegrationFieldsProps {
  draft: IntegrationDraft;
  /** The key as it may be shown; null for a new integration. */
  maskedKey: string | null;
  errors: DraftErrors;
  onChange(change: Partial<IntegrationDraft>): void;
}

export function IntegrationFields({ draft, maskedKey, errors, onChange }: IntegrationFieldsProps) {
  const { platform } = draft;
  return (
    <>
      <div className={styles.section}>
        {platform !== "gundi" ? (
          <TargetFields
            platform={platform}
            targets={draft.targets}
            errors={errors}
            onTargets={(targets) => onChange({ targets })}
          />
        ) : maskedKey === null ? (
          <TextField
            label={INTEGRATIONS.key}
            name="gundiApiKey"
            value={draft.gundiApiKey}
            autoComplete="off"
            autoCapitalize="none"
            hint={INTEGRATIONS.keyHint}
            error={errors.gundiApiKey}
            onChange={(gundiApiKey) => onChange({ gundiApiKey })}
          />
        ) : (
          <p className={styles.quiet}>{INTEGRATIONS.keyFixed(maskedKey)}</p>
        )}
        {platform !== "gundi" && (
          <SelectField
            label={INTEGRATIONS.alerts}
            name="alertSetting"
            value={draft.alertSetting}
            options={ALERT_SETTINGS.map((value) => ({ value, label: INTEGRATIONS.alertSettings[value] }))}
            onChange={(value) => onChange({ alertSetting: value as IntegrationDraft["alertSetting"] })}
          />
        )}
        {platform === "email" && (
          <SelectField
            label={INTEGRATIONS.digest}
            name="digestSetting"
            value={draft.digestSetting}
            options={DIGEST_SETTINGS.map((value) => ({ value, label: INTEGRATIONS.digestSettings[value] }))}
            onChange={(value) => onChange({ digestSetting: value as IntegrationDraft["digestSetting"] })}
          />
        )}
      </div>
      <NotificationFields draft={draft} errors={errors} onChange={onChange} />
    </>
  );
}

/** Of which insights it tells: of classes for all Sentinels, or of groups with their own. */
function NotificationFields({ draft, errors, onChange }: Omit<IntegrationFieldsProps, "maskedKey">) {
  const classNames = useClassNames();
  const name = useId();
  const hintId = useId();
  return (
    <section className={styles.section} aria-label={INTEGRATIONS.insights}>
      <h3 className={styles.heading}>{INTEGRATIONS.insights}</h3>
      <Switch checked={draft.byGroup} describedBy={hintId} onChange={(byGroup) => onChange({ byGroup })}>
        {INTEGRATIONS.byGroup}
      </Switch>
      <p id={hintId} className={styles.quiet}>
        {INTEGRATIONS.byGroupHint}
      </p>
      {draft.byGroup ? (
        <GroupRows
          rows={draft.groups}
          classNames={classNames}
          errors={errors}
          onRows={(groups) => onChange({ groups })}
        />
      ) : (
        <>
          <ChoiceSet title={INTEGRATIONS.insights} hidden>
            {MODES.map((mode) => (
              <ChoiceOption
                key={mode}
                type="radio"
                name={name}
                checked={draft.mode === mode}
                onChange={() => onChange({ mode })}
                words={INTEGRATIONS.modes[mode]}
              />
            ))}
          </ChoiceSet>
          {draft.mode === "some" && (
            <ClassPicker
              label={INTEGRATIONS.classes}
              classNames={classNames}
              chosen={draft.classes}
              error={errors.classes}
              onChosen={(classes) => onChange({ classes })}
            />
          )}
        </>
      )}
    </section>
  );
}
