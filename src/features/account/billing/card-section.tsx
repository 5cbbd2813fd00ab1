import CloudOff from "lucide-react/icons/cloud-off";
import CreditCard from "lucide-react/icons/credit-card";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { useId, useState } from "react";
import { useSyncStatus } from "../../../client/use-sync.ts";
import { expiryText, hasExpired } from "../../../domain/account/card.ts";
import { BILLING } from "../../../messages/account/billing.ts";
import { ONLINE } from "../../../messages/offline/online.ts";
import { TRY_AGAIN } from "../../../messages/words.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import { awayWords } from "../../../parts/server-list-states.tsx";
import { useOnlineOnly } from "../../../parts/use-online-only.tsx";
import type { Card } from "../../../protocol/calls/billing-calls.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Tag } from "../../../ui/controls/chip.tsx";
import { LoadingNotice } from "../../../ui/feedback/loading-notice.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { useNow } from "../../../ui/use-now.ts";
import styles from "./billing.module.css";
import { CardDialog } from "./card-dialog.tsx";
import { type CardState, useCard } from "./use-card.ts";
import { useCardUpdate } from "./use-card-update.ts";

const WORDS = BILLING.card;

interface CardSectionProps {
  publishableKey: string;
  /** A card was set, after which the provider may charge what was overdue. */
  onSet(): void;
}

/** The card on file, and the way to add or replace it. */
export function CardSection({ publishableKey, onSet }: CardSectionProps) {
  const { state, reload, show } = useCard();
  const online = useOnlineOnly(WORDS.changing);
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const control = useCardUpdate({
    onSet(card) {
      show(card);
      onSet();
    },
    onUnknown: reload,
  });
  const { update } = control;
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{WORDS.title}</h2>
      <CardOnFile
        state={state}
        online={online}
        onRetry={reload}
        onChange={() => {
          control.reset();
          setOpen(true);
        }}
      />
      {state.kind === "known" && online.reason}
      {!open && update.kind === "failure" && <Notice tone="danger">{WORDS.failed(update.reason)}</Notice>}
      {open && (
        <CardDialog
          publishableKey={publishableKey}
          replaces={state.kind === "known" && state.card !== null}
          control={control}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

interface CardOnFileProps {
  state: CardState;
  online: OnlineOnly;
  onRetry(): void;
  onChange(): void;
}

function CardOnFile({ state, online, onRetry, onChange }: CardOnFileProps) {
  const { phase } = useSyncStatus();
  if (state.kind === "loading") return <LoadingNotice />;
  if (state.kind !== "known") {
    const offline = state.kind === "offline";
    return (
      <div className={styles.card}>
        {offline ? <CloudOff size={22} aria-hidden="true" /> : <TriangleAlert size={22} aria-hidden="true" />}
        <p className={styles.words}>
          {offline ? awayWords(phase, WORDS.name) : `${ONLINE.failedTitle(WORDS.name)}.`}
        </p>
        <Button onClick={onRetry}>{TRY_AGAIN}</Button>
      </div>
    );
  }
  const { card } = state;
  return (
    <div className={styles.card}>
      <CreditCard size={22} aria-hidden="true" />
      {card === null ? (
        <div className={styles.words}>
          <p className={styles.none}>{WORDS.none}</p>
          <p>{WORDS.noneWords}</p>
        </div>
      ) : (
        <CardFacts card={card} />
      )}
      <Button variant={card === null ? "primary" : "outlined"} {...online.button} onClick={onChange}>
        {card === null ? WORDS.add : WORDS.edit}
      </Button>
    </div>
  );
}

function CardFacts({ card }: { card: Card }) {
  const nowMs = useNow(60_000);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{WORDS.brand}</dt>
        <dd>{card.brand}</dd>
      </div>
      <div>
        <dt>{WORDS.number}</dt>
        <dd>{WORDS.lastDigits(card.last4)}</dd>
      </div>
      <div>
        <dt>{WORDS.expiry}</dt>
        <dd>
          {expiryText(card)}{" "}
          {hasExpired(card, nowMs) && (
            <Tag tone="danger" icon={<TriangleAlert size={14} aria-hidden="true" />}>
              {WORDS.expired}
            </Tag>
          )}
        </dd>
      </div>
    </dl>
  );
}
