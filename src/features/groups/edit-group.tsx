import { type FormEvent, useId, useState } from "react";
import type { FleetGroup } from "../../client/fleet-view.ts";
import { useServices } from "../../client/services.tsx";
import { useWrite } from "../../client/use-write.ts";
import { editedGroupNameFault, groupName } from "../../domain/device/group-name.ts";
import { editFaultText, GROUPS } from "../../messages/fleet/groups.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { editGroup, type GroupWords } from "./group-calls.ts";
import { GroupFields } from "./group-fields.tsx";
import styles from "./groups.module.css";

interface GroupEditOf {
  group: FleetGroup;
  groups: readonly FleetGroup[];
  writes: OnlineOnly;
}

export interface GroupEdit {
  formId: string;
  words: GroupWords;
  change(words: GroupWords): void;
  nameError: string | undefined;
  submit(event: FormEvent<HTMLFormElement>): Promise<void>;
  busy: boolean;
  /** Why it was not saved. */
  problem: string | null;
  changed: boolean;
  isSaved: boolean;
}

/** Fields that the person has not changed follow changes from elsewhere. */
export function useGroupEdit({ group, groups, writes }: GroupEditOf): GroupEdit {
  const { http } = useServices();
  const formId = useId();
  const [typed, setTyped] = useState<Partial<GroupWords>>({});
  const [nameError, setNameError] = useState<string>();
  const [saved, setSaved] = useState(false);
  const write = useWrite();
  const stored = { name: group.name, description: group.description ?? "" };
  const words = { ...stored, ...typed };
  const changed = words.name !== stored.name || words.description !== stored.description;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!writes.may || write.busy || !changed) return;
    const named = groups.map(({ id, name }) => ({ groupId: id, name }));
    const fault = editedGroupNameFault(words.name, group.id, named);
    setNameError(fault === null ? undefined : editFaultText(fault));
    if (fault !== null) {
      // The button is in the foot, from where the field with the words may be scrolled out of sight.
      event.currentTarget.querySelector("input")?.focus();
      return;
    }
    const sent = { name: groupName(words.name), description: words.description.trim() };
    if ((await write.run(() => editGroup(http, group.id, sent))) === null) return;
    setTyped({});
    setSaved(true);
  };

  const change = (next: GroupWords) => {
    setTyped(next);
    setNameError(undefined);
    setSaved(false);
  };
  const { busy, problem } = write;
  return { formId, words, change, nameError, submit, busy, problem, changed, isSaved: saved && !changed };
}

export function EditGroup({ edit }: { edit: GroupEdit }) {
  return (
    <section className={styles.section} aria-label={GROUPS.details}>
      <GroupFields
        id={edit.formId}
        words={edit.words}
        onWords={edit.change}
        nameError={edit.nameError}
        nameHint={GROUPS.namePrompt}
        onSubmit={edit.submit}
      />
    </section>
  );
}

/** In the foot of the panel, where a phone on its side shows it beside any field. */
export function SaveGroup({ edit, writes }: { edit: GroupEdit; writes: OnlineOnly }) {
  return (
    <div className={styles.save}>
      {edit.problem !== null && <Notice tone="danger">{edit.problem}</Notice>}
      <span role="status" className={styles.quiet}>
        {edit.isSaved && GROUPS.saved}
      </span>
      <Button
        type="submit"
        form={edit.formId}
        variant="primary"
        busy={edit.busy}
        {...writes.button}
        {...(writes.may && !edit.changed && { disabled: true, title: GROUPS.unchanged })}
      >
        {GROUPS.save}
      </Button>
    </div>
  );
}
