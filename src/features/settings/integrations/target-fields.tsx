import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { MOST_TARGETS, type TargetPlatform } from "../../../domain/integration/targets.ts";
import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/form-field.tsx";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import type { DraftErrors } from "./integration-draft.ts";
import styles from "./integrations.module.css";

interface TargetFieldsProps {
  platform: TargetPlatform;
  targets: readonly string[];
  errors: DraftErrors;
  onTargets(targets: readonly string[]): void;
}

/** The e-mails or numbers of an integration, as many as it may have. */
export function TargetFields({ platform, targets, errors, onTargets }: TargetFieldsProps) {
  const most = MOST_TARGETS[platform];
  const input =
    platform === "email"
      ? ({ type: "email", inputMode: "email", autoComplete: "email", autoCapitalize: "none" } as const)
      : ({ type: "tel", inputMode: "tel", autoComplete: "tel" } as const);
  return (
    <>
      {targets.map((text, at) => {
        const label = INTEGRATIONS.targetNumbered(INTEGRATIONS.target[platform], at);
        return (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place in the list; its text changes
            key={at}
            {...input}
            label={label}
            name={`targets.${at}`}
            value={text}
            error={errors[`targets.${at}`]}
            {...(at === 0 ? { hint: INTEGRATIONS.targetHint[platform] } : {})}
            onChange={(typed) => onTargets(targets.map((other, place) => (place === at ? typed : other)))}
            end={
              targets.length > 1 && (
                <IconButton
                  label={INTEGRATIONS.removeTarget(label)}
                  icon={<X size={18} />}
                  onClick={() => onTargets(targets.filter((_, place) => place !== at))}
                />
              )
            }
          />
        );
      })}
      {errors.targets !== undefined && (
        <p className={styles.wrong} role="alert">
          {errors.targets}
        </p>
      )}
      {targets.length < most ? (
        <Button
          variant="plain"
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => onTargets([...targets, ""])}
        >
          {INTEGRATIONS.addTarget[platform]}
        </Button>
      ) : (
        <p className={styles.quiet}>{INTEGRATIONS.mostTargets(platform)}</p>
      )}
    </>
  );
}
