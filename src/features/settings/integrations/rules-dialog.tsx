import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { RULES } from "../../../messages/settings/deliveries.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import { ServerListStates } from "../../../parts/server-list-states.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { useLeaveAsks } from "../../../ui/layout/use-leave-asks.ts";
import { FormFooter } from "./form-footer.tsx";
import styles from "./integrations.module.css";
import type { RulesControl } from "./rules-control.ts";
import { type RulesDraft, type RulesErrors, readRulesDraft, rulesDraftOf } from "./rules-draft.ts";
import { RulesFields } from "./rules-fields.tsx";
import { tell } from "./tell-update.ts";
import { browserZone } from "./use-rules.ts";

interface RulesDialogProps {
  control: RulesControl;
  online: OnlineOnly;
  onClose(): void;
}

const NO_ERRORS: RulesErrors = {};

/** When and how often this person is told; what is typed stays while the connection comes and goes. */
export function RulesDialog({ control, online, onClose }: RulesDialogProps) {
  const { rules, failed, reload, save } = control;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [edited, setEdited] = useState<RulesDraft | null>(null);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [busy, setBusy] = useState(false);
  const { asking, ask, stay, leave } = useLeaveAsks({
    touched: edited !== null && !busy,
    draft: edited,
    onClose,
  });
  const draft = edited ?? (rules && rulesDraftOf(rules, browserZone()));
  useEffect(() => {
    if (errors !== NO_ERRORS) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!online.may || busy || draft === null) return;
    const read = readRulesDraft(draft);
    if (read.kind === "faulty") return setErrors({ ...read.errors, general: RULES.wrong });
    setBusy(true);
    const problem = await save(read.rules);
    setBusy(false);
    if (problem !== null) return setErrors({ general: problem });
    tell(RULES.saved, true);
    leave();
  };
  const lacks = online.may ? (failed ? "failed" : "loading") : "offline";
  return (
    <Dialog
      open
      onClose={ask}
      title={RULES.title}
      placement="side"
      footer={
        draft && (
          <FormFooter
            formId={formId}
            asking={asking}
            busy={busy}
            online={online}
            onStay={stay}
            onDiscard={leave}
          />
        )
      }
    >
      <div className={classNames(styles.body, styles.side)}>
        <p className={styles.quiet}>{RULES.intro}</p>
        {draft === null ? (
          <ServerListStates list={{ kind: lacks }} what={RULES.what} onRetry={reload}>
            {() => null}
          </ServerListStates>
        ) : (
          <>
            {online.reason}
            <form
              ref={form}
              id={formId}
              className={styles.fields}
              noValidate
              onSubmit={(event) => void submit(event)}
            >
              <RulesFields
                draft={draft}
                errors={errors}
                onChange={(change) => {
                  setEdited({ ...draft, ...change });
                  setErrors(NO_ERRORS);
                }}
              />
              {errors.general !== undefined && <Notice tone="danger">{errors.general}</Notice>}
            </form>
          </>
        )}
      </div>
    </Dialog>
  );
}
