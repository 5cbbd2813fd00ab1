import { LayoutGrid } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { groupName, newGroupNameFault } from "../../domain/group-name.ts";
import { GROUPS, newFaultText } from "../../messages/groups.ts";
import { CANCEL } from "../../messages/words.ts";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { OnlineOnly } from "../online-only.tsx";
import { useServices } from "../services.tsx";
import { useWrite } from "../use-write.ts";
import { createGroup } from "./group-calls.ts";
import { GroupFields } from "./group-fields.tsx";

interface NewGroupDialogProps {
  writes: OnlineOnly;
  onClose(): void;
  onMade(groupId: string): void;
}

/** Asks for the name of a new group; it opens at once, for its devices come next. */
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
