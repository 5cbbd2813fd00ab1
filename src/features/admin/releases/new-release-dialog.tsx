import PackagePlus from "lucide-react/icons/package-plus";
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { callProblem } from "../../../client/call-problem.ts";
import { usePublicConfig } from "../../../client/public-config.tsx";
import type { ServerList } from "../../../client/server-list.ts";
import { useServices } from "../../../client/services.tsx";
import { RELEASES } from "../../../messages/admin/releases.ts";
import { CANCEL } from "../../../messages/words.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import { isUnanswered } from "../../../platform/http.ts";
import type { Alg } from "../../../protocol/shapes.ts";
import { showToast } from "../../../state/toast-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/form-field.tsx";
import { TextAreaField } from "../../../ui/controls/text-area-field.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { LeaveQuestion } from "../../../ui/layout/leave-question.tsx";
import { useLeaveAsks } from "../../../ui/layout/use-leave-asks.ts";
import { createRelease } from "../admin-calls.ts";
import { ModelFields } from "./model-fields.tsx";
import { ModelSearch } from "./model-search.tsx";
import {
  checkRelease,
  EMPTY_RELEASE,
  type ModelDraft,
  newModel,
  normalizationChoices,
  type ReleaseDraft,
  type ReleaseErrors,
} from "./release-draft.ts";
import styles from "./releases.module.css";

interface NewReleaseDialogProps {
  algs: ServerList<Alg>;
  onAlgs(): void;
  draft: ReleaseDraft;
  onDraft(draft: ReleaseDraft): void;
  online: OnlineOnly;
  onClose(): void;
  /** The list must be read again. */
  onDone(): void;
}

interface Problem {
  errors: ReleaseErrors;
  /** The sentences under the form. */
  words: readonly string[];
}

const NO_ERRORS: ReleaseErrors = {};

/** Makes a release of one or more models. */
export function NewReleaseDialog(props: NewReleaseDialogProps) {
  const { algs, draft, onDraft, online, onClose, onDone } = props;
  const { http } = useServices();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const { asking, ask, stay, leave } = useLeaveAsks({
    touched: draft !== EMPTY_RELEASE && !busy,
    draft,
    onClose,
  });
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  useEffect(() => {
    if (problem === null) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid]");
    if (wrong) wrong.focus();
    else form.current?.lastElementChild?.scrollIntoView?.({ block: "nearest" });
  }, [problem]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!online.may || busy) return;
    stay();
    const checked = checkRelease(draft);
    if (!checked.ok) return setProblem(problemOf(checked.errors));
    setProblem(null);
    setBusy(true);
    const outcome = await createRelease(http, checked.release);
    // Also without an answer, when it may have been created.
    if (outcome.kind === "answer" || isUnanswered(outcome)) onDone();
    if (!here.current) return;
    setBusy(false);
    if (outcome.kind === "answer") {
      showToast({ tone: "ok", message: RELEASES.created(checked.release.name) });
      onDraft(EMPTY_RELEASE);
      return leave();
    }
    const errors = outcome.kind === "refusal" ? outcome.refusal.errors : NO_ERRORS;
    setProblem({ errors, words: [RELEASES.failed, errors.models ?? callProblem(outcome)] });
  };

  const change = (next: Partial<ReleaseDraft>) => {
    onDraft({ ...draft, ...next });
    setProblem(null);
  };
  return (
    <Dialog
      open
      onClose={ask}
      title={RELEASES.title}
      icon={<PackagePlus size={20} aria-hidden="true" />}
      width="wide"
      footer={
        asking ? (
          <LeaveQuestion
            words={RELEASES}
            onDiscard={() => {
              onDraft(EMPTY_RELEASE);
              leave();
            }}
            onStay={stay}
          />
        ) : (
          <>
            <Button onClick={() => ask()}>{CANCEL}</Button>
            <Button type="submit" form={formId} variant="primary" busy={busy} {...online.button}>
              {RELEASES.create}
            </Button>
          </>
        )
      }
    >
      <form
        ref={form}
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {online.reason}
        <p className={styles.quiet}>{RELEASES.words}</p>
        <TextField
          label={RELEASES.name}
          name="release-name"
          value={draft.name}
          onChange={(name) => change({ name })}
          error={problem?.errors.name}
          autoComplete="off"
        />
        <TextAreaField
          label={RELEASES.description}
          name="release-description"
          value={draft.description}
          onChange={(description) => change({ description })}
          error={problem?.errors.description}
          rows={2}
        />
        <DraftModels
          models={draft.models}
          onModels={(models) => change({ models })}
          algs={algs}
          onAlgs={props.onAlgs}
          errors={problem?.errors ?? NO_ERRORS}
        />
        {problem !== null && problem.words.length > 0 && (
          <Notice tone="danger">
            {problem.words.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

/** Errors of single fields stand at them; the one of all models has no field. */
function problemOf(errors: ReleaseErrors): Problem {
  return { errors, words: [errors.models ?? RELEASES.check] };
}

interface DraftModelsProps {
  models: readonly ModelDraft[];
  onModels(models: readonly ModelDraft[]): void;
  algs: ServerList<Alg>;
  onAlgs(): void;
  errors: ReleaseErrors;
}

function DraftModels({ models, onModels, algs, onAlgs, errors }: DraftModelsProps) {
  const normalizations = normalizationChoices(usePublicConfig()?.imageNormalizationMethods);
  const taken = useMemo(() => new Set(models.map(({ alg }) => alg.alg_id)), [models]);
  return (
    <fieldset className={styles.models}>
      <legend className={styles.heading}>{RELEASES.models}</legend>
      {models.map((model, place) => (
        <ModelFields
          key={model.alg.alg_id}
          {...{ model, place, normalizations, errors }}
          onModel={(change) =>
            onModels(models.map((other) => (other === model ? { ...model, ...change } : other)))
          }
          onRemove={() => onModels(models.filter((other) => other !== model))}
        />
      ))}
      <ModelSearch
        algs={algs}
        onRetry={onAlgs}
        taken={taken}
        onAdd={(alg) => onModels([...models, newModel(alg)])}
      />
    </fieldset>
  );
}
