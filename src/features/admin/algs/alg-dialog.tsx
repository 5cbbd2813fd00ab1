import FileCog from "lucide-react/icons/file-cog";
import { type FormEvent, useId, useState } from "react";
import { callProblem } from "../../../client/call-problem.ts";
import { useServices } from "../../../client/services.tsx";
import { useWrite } from "../../../client/use-write.ts";
import { ALGS } from "../../../messages/admin/admin.ts";
import { INTERNAL_SENTENCES } from "../../../messages/server/internal.ts";
import { CANCEL } from "../../../messages/words.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import type { Alg } from "../../../protocol/shapes.ts";
import { showToast } from "../../../state/toast-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/form-field.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import styles from "../admin.module.css";
import { updateAlg } from "../admin-calls.ts";

interface AlgDialogProps {
  alg: Alg;
  online: OnlineOnly;
  onClose(): void;
  /** The list must be read again. */
  onDone(): void;
}

/** Points an alg to its model file. */
export function AlgDialog({ alg, online, onClose, onDone }: AlgDialogProps) {
  const { http } = useServices();
  const formId = useId();
  const [bucket, setBucket] = useState(alg.alg_bucket ?? "");
  const [path, setPath] = useState(alg.alg_path ?? "");
  const [why, setWhy] = useState<string | null>(null);
  const write = useWrite((failed) => {
    // A refusal with 400 means just what the sentence says; others have a reason of their own.
    setWhy(failed.kind === "refusal" && failed.status === 400 ? null : callProblem(failed));
    return INTERNAL_SENTENCES.placeWrong;
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!online.may || write.busy) return;
    setWhy(null);
    const place = { bucket: bucket.trim(), path: path.trim() };
    if (place.bucket === "" || place.path === "") return write.setProblem(INTERNAL_SENTENCES.placeMissing);
    const done = await write.run(() => updateAlg(http, alg.alg_id, place), "after");
    if (done === null) return;
    showToast({ tone: "ok", message: ALGS.saved(alg.alg_name) });
    onDone();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={ALGS.title}
      subtitle={alg.alg_name}
      icon={<FileCog size={20} aria-hidden="true" />}
      footer={
        <>
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button type="submit" form={formId} variant="primary" busy={write.busy} {...online.button}>
            {ALGS.save}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {online.reason}
        <p className={styles.quiet}>{ALGS.words}</p>
        <TextField
          label={ALGS.bucket}
          name="bucket"
          value={bucket}
          onChange={setBucket}
          hint={ALGS.bucketHint}
          autoComplete="off"
          autoCapitalize="none"
        />
        <TextField
          label={ALGS.path}
          name="path"
          value={path}
          onChange={setPath}
          hint={ALGS.pathHint}
          autoComplete="off"
          autoCapitalize="none"
        />
        {write.problem !== null && (
          <Notice tone="danger">
            <p>{write.problem}</p>
            {why !== null && <p>{why}</p>}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
