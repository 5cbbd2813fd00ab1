import X from "lucide-react/icons/x";
import { type ReactNode, useMemo } from "react";
import { useDevicesView } from "../../../client/devices-view.ts";
import { RULES } from "../../../messages/settings/deliveries.ts";
import { readableName } from "../../../parts/species-label.tsx";
import { TextField } from "../../../ui/controls/form-field.tsx";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { SelectField } from "../../../ui/controls/select-field.tsx";
import { Switch } from "../../../ui/controls/switch.tsx";
import styles from "./integrations.module.css";
import type { RulesDraft, RulesErrors } from "./rules-draft.ts";
import { useClassNames } from "./use-class-names.ts";
import { timeZones } from "./use-rules.ts";

interface RulesFieldsProps {
  draft: RulesDraft;
  errors: RulesErrors;
  onChange(change: Partial<RulesDraft>): void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: RULES.hour(hour) }));

export function RulesFields({ draft, errors, onChange }: RulesFieldsProps) {
  const zones = useMemo(() => timeZones(draft.timeZone), [draft.timeZone]);
  return (
    <>
      <Section title={RULES.quietHours}>
        <Switch checked={draft.quiet} onChange={(quiet) => onChange({ quiet })}>
          {RULES.quietSwitch}
        </Switch>
        <p className={styles.quiet}>{RULES.quietHoursWords}</p>
        {draft.quiet && (
          <div className={styles.pair}>
            {(["from", "to"] as const).map((name) => (
              <TextField
                key={name}
                label={RULES[name]}
                name={name}
                type="time"
                value={draft[name]}
                error={errors[name]}
                onChange={(text) => onChange({ [name]: text })}
              />
            ))}
          </div>
        )}
        <SelectField
          label={RULES.timeZone}
          name="timeZone"
          value={draft.timeZone}
          hint={RULES.timeZoneHint}
          options={zones.map((zone) => ({ value: zone, label: RULES.zoneName(zone) }))}
          onChange={(timeZone) => onChange({ timeZone })}
        />
      </Section>
      <Section title={RULES.visits}>
        <TextField
          label={RULES.visitMinutes}
          name="visitMinutes"
          inputMode="numeric"
          autoComplete="off"
          value={draft.visitMinutes}
          hint={RULES.visitHint}
          error={errors.visitMinutes}
          onChange={(visitMinutes) => onChange({ visitMinutes })}
        />
        <Switch checked={draft.onlyRare} onChange={(onlyRare) => onChange({ onlyRare })}>
          {RULES.onlyRare}
        </Switch>
        <TextField
          label={RULES.dailyLimit}
          name="dailyLimit"
          inputMode="numeric"
          autoComplete="off"
          value={draft.dailyLimit}
          hint={RULES.dailyLimitHint}
          error={errors.dailyLimit}
          onChange={(dailyLimit) => onChange({ dailyLimit })}
        />
      </Section>
      <Section title={RULES.digest}>
        <SelectField
          label={RULES.digestHour}
          name="digestHour"
          value={draft.digestHour}
          options={HOURS}
          error={errors.digestHour}
          onChange={(digestHour) => onChange({ digestHour })}
        />
      </Section>
      <MutedFields draft={draft} onChange={onChange} />
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </section>
  );
}

function MutedFields({ draft, onChange }: Omit<RulesFieldsProps, "errors">) {
  const classNames = useClassNames();
  const devices = useDevicesView()?.devices ?? [];
  const { mutedClasses, mutedDevices } = draft;
  const mutedIds = new Set(mutedDevices.map(({ deviceId }) => deviceId));
  const nameOf = (deviceId: string) =>
    devices.find(({ device_id }) => device_id === deviceId)?.display_name ?? deviceId;
  return (
    <Section title={RULES.muted}>
      {mutedClasses.length + mutedDevices.length === 0 && (
        <p className={styles.quiet}>{RULES.nothingMuted}</p>
      )}
      <ul className={styles.muted}>
        {mutedClasses.map((name) => (
          <MutedItem
            key={`class ${name}`}
            name={readableName(name)}
            onUnmute={() => onChange({ mutedClasses: mutedClasses.filter((other) => other !== name) })}
          />
        ))}
        {mutedDevices.map(({ deviceId }) => (
          <MutedItem
            key={`device ${deviceId}`}
            name={nameOf(deviceId)}
            onUnmute={() =>
              onChange({ mutedDevices: mutedDevices.filter((other) => other.deviceId !== deviceId) })
            }
          />
        ))}
      </ul>
      <SelectField
        label={RULES.muteClass}
        name="muteClass"
        value=""
        options={[
          { value: "", label: RULES.choose },
          ...classNames
            .filter((name) => !mutedClasses.includes(name))
            .map((name) => ({ value: name, label: readableName(name) })),
        ]}
        onChange={(name) => name !== "" && onChange({ mutedClasses: [...mutedClasses, name] })}
      />
      <SelectField
        label={RULES.muteDevice}
        name="muteDevice"
        value=""
        options={[
          { value: "", label: RULES.choose },
          ...devices
            .filter(({ device_id }) => !mutedIds.has(device_id))
            .map(({ device_id, display_name }) => ({ value: device_id, label: display_name })),
        ]}
        onChange={(deviceId) =>
          deviceId !== "" && onChange({ mutedDevices: [...mutedDevices, { deviceId, until: null }] })
        }
      />
    </Section>
  );
}

function MutedItem({ name, onUnmute }: { name: string; onUnmute(): void }) {
  return (
    <li className={styles.mutedItem}>
      <span>{name}</span>
      <IconButton label={RULES.unmute(name)} icon={<X size={18} />} onClick={onUnmute} />
    </li>
  );
}
