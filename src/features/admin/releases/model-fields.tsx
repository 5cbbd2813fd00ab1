import X from "lucide-react/icons/x";
import { RELEASES } from "../../../messages/admin/releases.ts";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { SelectField } from "../../../ui/controls/select-field.tsx";
import { Switch } from "../../../ui/controls/switch.tsx";
import { TextAreaField } from "../../../ui/controls/text-area-field.tsx";
import { ReadyTag } from "../algs/alg-columns.tsx";
import { ClassChoiceField } from "./class-choice.tsx";
import { Fold } from "./fold.tsx";
import { classChoices, type ModelDraft, type ReleaseErrors } from "./release-draft.ts";
import styles from "./releases.module.css";

interface ModelFieldsProps {
  model: ModelDraft;
  /** From 0. */
  place: number;
  normalizations: readonly string[];
  errors: ReleaseErrors;
  onModel(change: Partial<ModelDraft>): void;
  onRemove(): void;
}

const SWITCHES = [
  ["isIntermediate", RELEASES.intermediate],
  ["saveBBImages", RELEASES.saveBoxes],
  ["saveCroppedImages", RELEASES.saveCropped],
] as const;

/** How a release runs one model. */
export function ModelFields(props: ModelFieldsProps) {
  const { model, place, normalizations, errors, onModel, onRemove } = props;
  const name = model.alg.alg_name;
  const errorOf = (field: string) => errors[`models.${place}.${field}`];
  const choices = classChoices(model.alg);
  const downstream = errorOf("downstreamConfigs");
  return (
    <fieldset className={styles.model}>
      <legend className="visually-hidden">{RELEASES.modelNumber(place + 1, name)}</legend>
      <div className={styles.modelHead}>
        <span className={styles.modelName}>{RELEASES.modelNumber(place + 1, name)}</span>
        <ReadyTag alg={model.alg} />
        <IconButton label={RELEASES.removeModel(name)} icon={<X size={18} />} onClick={onRemove} />
      </div>
      {errorOf("algMetadataId") !== undefined && (
        <p className={styles.error} role="alert">
          {errorOf("algMetadataId")}
        </p>
      )}
      <ClassChoiceField
        label={RELEASES.ignored}
        choices={choices}
        chosen={model.ignored}
        onChosen={(ignored) => onModel({ ignored })}
        error={errorOf("ignoredClasses")}
      />
      <ClassChoiceField
        label={RELEASES.bypass}
        choices={choices}
        chosen={model.bypass}
        onChosen={(bypass) => onModel({ bypass })}
        error={errorOf("bypassClasses")}
      />
      <SelectField
        label={RELEASES.normalization}
        name={`normalization-${place}`}
        value={model.normalization}
        onChange={(normalization) => onModel({ normalization })}
        options={normalizations.map((method) => ({ value: method, label: method }))}
        error={errorOf("imageNormalizationMethod")}
      />
      <Fold className={styles.advanced} forced={downstream !== undefined} summary={RELEASES.advanced}>
        <div className={styles.advancedFields}>
          {SWITCHES.map(([field, label]) => (
            <Switch key={field} checked={model[field]} onChange={(on) => onModel({ [field]: on })}>
              {label}
            </Switch>
          ))}
          <TextAreaField
            label={RELEASES.downstream}
            name={`downstream-${place}`}
            value={model.downstream}
            onChange={(typed) => onModel({ downstream: typed })}
            code
            hint={RELEASES.downstreamHint}
            error={downstream}
          />
        </div>
      </Fold>
    </fieldset>
  );
}
