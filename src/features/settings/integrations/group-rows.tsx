import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useDevicesView } from "../../../client/devices-view.ts";
import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { SelectField } from "../../../ui/controls/select-field.tsx";
import { ClassPicker } from "./class-picker.tsx";
import { type DraftErrors, type GroupRow, groupsToChoose } from "./integration-draft.ts";
import styles from "./integrations.module.css";

interface GroupRowsProps {
  rows: readonly GroupRow[];
  classNames: readonly string[];
  errors: DraftErrors;
  onRows(rows: readonly GroupRow[]): void;
}

/** The groups that are told of, each with its classes. A group that a row has is not offered in another. */
export function GroupRows({ rows, classNames, errors, onRows }: GroupRowsProps) {
  const groups = useDevicesView()?.groups ?? [];
  const change = (at: number, row: Partial<GroupRow>) =>
    onRows(rows.map((other, place) => (place === at ? { ...other, ...row } : other)));
  const nameOf = (groupId: string) =>
    groups.find(({ group_id }) => String(group_id) === groupId)?.group_name ?? INTEGRATIONS.goneGroup;
  return (
    <>
      {groups.length === 0 && <p className={styles.quiet}>{INTEGRATIONS.noGroups}</p>}
      {rows.map(({ groupId, classes }, at) => {
        const offered = groupsToChoose(groups, rows, at).map(({ group_id, group_name }) => ({
          value: String(group_id),
          label: group_name,
        }));
        const isGone = groupId !== "" && !offered.some(({ value }) => value === groupId);
        const name = groupId === "" ? `${INTEGRATIONS.group} ${at + 1}` : nameOf(groupId);
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list; its group changes
            key={at}
            className={styles.groupRow}
          >
            <legend className="visually-hidden">{name}</legend>
            <SelectField
              label={INTEGRATIONS.group}
              name={`groups.${at}.groupId`}
              value={groupId}
              error={errors[`groups.${at}.groupId`]}
              options={[
                { value: "", label: INTEGRATIONS.chooseGroup },
                ...(isGone ? [{ value: groupId, label: INTEGRATIONS.goneGroup }] : []),
                ...offered,
              ]}
              onChange={(chosen) => change(at, { groupId: chosen })}
            />
            <ClassPicker
              label={INTEGRATIONS.classes}
              classNames={classNames}
              chosen={classes}
              error={errors[`groups.${at}.classes`]}
              onChosen={(chosen) => change(at, { classes: chosen })}
            />
            <Button
              variant="plain"
              icon={<X size={16} aria-hidden="true" />}
              onClick={() => onRows(rows.filter((_, place) => place !== at))}
            >
              {INTEGRATIONS.removeGroup(name)}
            </Button>
          </fieldset>
        );
      })}
      {errors.groups !== undefined && (
        <p className={styles.wrong} role="alert">
          {errors.groups}
        </p>
      )}
      {rows.length < groups.length && (
        <Button
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => onRows([...rows, { groupId: "", classes: [] }])}
        >
          {INTEGRATIONS.addGroup}
        </Button>
      )}
    </>
  );
}
