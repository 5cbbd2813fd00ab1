import LayoutGrid from "lucide-react/icons/layout-grid";
import { type FormEvent, useId, useState } from "react";
import { useServices } from "../../client/services.tsx";
import { useWrite } from "../../client/use-write.ts";
import { groupName, newGroupNameFault } from "../../domain/device/group-name.ts";
import { GROUPS, newFaultText } from "../../messages/fleet/groups.ts";
import { CANCEL } from "../../messages/words.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { createGroup } from "./group-calls.ts";
import { GroupFields } from "./group-fields.tsx";

interface NewGroupDialogProps {
  writes: OnlineOnly;
  onClose(): void;
  onMade(groupId: string): void;
}

/** A new group opens at once, because its devices are added next. */
export function NewGroupDialog({ writes, onClose, onMade }: NewGroupDialogProps) {
  const { http } = useServices();
  const formId = useId();
  const [words, setWords] = useState({ name: "", description: "" });
  const [nameError, setNameError] = useState<string>();
  const write = useWrite();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!writes.may || write.busy) return;
    const fault = newGroupNameFault(words.name);
    setNameError(fault === null ? undefined : newFaultText(fault));
    if (fault !== null) return;
    const sent = { name: groupName(words.name), description: words.description.trim() };
    const made = await write.run(() => createGroup(http, sent));
    if (made === null) return;
    showToast({ tone: "ok", message: GROUPS.made(sent.name) });
    onMade(String(made.value.message.group_id));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={GROUPS.makeTitle}
      subtitle={GROUPS.makeWords}
      icon={<LayoutGrid size={20} aria-hidden="true" />}
      footer={
        <>
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button type="submit" form={formId} variant="primary" busy={write.busy} {...writes.button}>
            {GROUPS.create}
          </Button>
        </>
      }
    >
      <GroupFields id={formId} words={words} onWords={setWords} nameError={nameError} onSubmit={submit}>
        {writes.reason}
        {write.problem !== null && <Notice tone="danger">{write.problem}</Notice>}
      </GroupFields>
    </Dialog>
  );
}
