import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Platform } from "../../../domain/integration/integration.ts";
import { ONLINE } from "../../../messages/offline/online.ts";
import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import type { Integration } from "../../../protocol/calls/integration-calls.ts";
import type { IntegrationStoreApi } from "../../../state/integration-store.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { useLeaveAsks } from "../../../ui/layout/use-leave-asks.ts";
import { FormFooter } from "./form-footer.tsx";
import { type DraftErrors, draftOf, errorsByField, readDraft } from "./integration-draft.ts";
import { IntegrationFields } from "./integration-fields.tsx";
import styles from "./integrations.module.css";
import { tellUpdate } from "./tell-update.ts";

interface IntegrationDialogProps {
  platform: Platform;
  /** Null: a new one is added. */
  integration: Integration | null;
  store: IntegrationStoreApi;
  online: OnlineOnly;
  onClose(): void;
  /** A write was tried: the list is out of date. */
  onWritten(): void;
}

const NO_ERRORS: DraftErrors = {};

/** The settings of one integration. What is typed stays while the connection comes and goes. */
export function IntegrationDialog(props: IntegrationDialogProps) {
  const { platform, integration, store, online, onClose, onWritten } = props;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const busy = useStore(store, ({ integrationUpdate }) => integrationUpdate === "beginning");
  // The integration as it was when the form opened: reading it anew does not change what is typed.
  const [before, setBefore] = useState(() => (integration === null ? null : draftOf(platform, integration)));
  const [draft, setDraft] = useState(() => before ?? draftOf(platform, null));
  const [touched, setTouched] = useState(false);
  const { asking, ask, stay, leave } = useLeaveAsks({ touched: touched && !busy, draft, onClose });
  const [errors, setErrors] = useState(NO_ERRORS);
  const title = useMemo(() => {
    const name = INTEGRATIONS.platforms[platform];
    return integration === null ? INTEGRATIONS.add(name) : INTEGRATIONS.editNamed(name);
  }, [platform, integration]);
  useEffect(() => {
    if (errors !== NO_ERRORS) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!online.may || busy) return;
    const read = readDraft(draft, before);
    if (read.kind === "faulty") return setErrors({ ...read.errors, general: INTEGRATIONS.fields });
    const refused = read.writes.length === 0 ? null : await store.getState().update(read.writes);
    tellUpdate(refused === null);
    onWritten();
    if (refused === null) return leave();
    setErrors({
      ...errorsByField(refused, draft),
      general: Object.keys(refused).length === 0 ? ONLINE.unanswered : (refused.general ?? ONLINE.refused),
    });
    // A part of it may be saved: everything is sent the next time.
    if (before !== null) setBefore({ ...before, targets: [], groups: [], mode: "none", classes: [] });
  };

  return (
    <Dialog
      open
      onClose={ask}
      title={title}
      placement="side"
      footer={
        <FormFooter
          formId={formId}
          asking={asking}
          busy={busy}
          online={online}
          onStay={stay}
          onDiscard={leave}
        />
      }
    >
      <div className={classNames(styles.body, styles.side)}>
        {online.reason}
        <form
          ref={form}
          id={formId}
          className={styles.fields}
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <IntegrationFields
            draft={draft}
            maskedKey={integration?.options.gundiApiKey ?? null}
            errors={errors}
            onChange={(change) => {
              setDraft({ ...draft, ...change });
              setTouched(true);
              setErrors(NO_ERRORS);
            }}
          />
          {errors.general !== undefined && <Notice tone="danger">{errors.general}</Notice>}
        </form>
      </div>
    </Dialog>
  );
}
