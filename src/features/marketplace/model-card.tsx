import Check from "lucide-react/icons/check";
import Download from "lucide-react/icons/download";
import Plus from "lucide-react/icons/plus";
import { useRef } from "react";
import { animalName } from "../../domain/device/deploy.ts";
import { MARKETPLACE } from "../../messages/fleet/marketplace.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { readableName } from "../../parts/species-label.tsx";
import type { MarketModel } from "../../protocol/shapes.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Tag } from "../../ui/controls/chip.tsx";
import { marketName } from "./market-filter.ts";
import styles from "./marketplace.module.css";

/** Animals named on a card; the details name all. */
const NAMED_ON_CARD = 5;

export interface CardActs {
  online: OnlineOnly;
  adding: boolean;
  share: number | null | undefined;
  onAdd(): Promise<void>;
  onDownload(): void;
}

interface ModelCardProps extends CardActs {
  model: MarketModel;
  onDetails(): void;
}

export function ModelCard({ model, onDetails, ...acts }: ModelCardProps) {
  const name = marketName(model);
  const animals = model.classes.map(animalName);
  const more = animals.length - NAMED_ON_CARD;
  const title = useRef<HTMLButtonElement>(null);
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <h2 className={styles.cardTitle}>
          <button ref={title} type="button" className={styles.cardName} onClick={onDetails}>
            {name}
            <span className="visually-hidden">, {MARKETPLACE.details(name)}</span>
          </button>
        </h2>
        {model.author !== null && <span className={styles.quiet}>{MARKETPLACE.by(model.author)}</span>}
      </div>
      {model.description !== null && <p className={styles.about}>{model.description}</p>}
      <ul className={styles.animals} aria-label={MARKETPLACE.facts.animals}>
        {animals.slice(0, NAMED_ON_CARD).map((animal) => (
          <li key={animal}>
            <Tag>{readableName(animal)}</Tag>
          </li>
        ))}
        {more > 0 && <li className={styles.quiet}>{MARKETPLACE.moreClasses(more)}</li>}
      </ul>
      <span className={styles.quiet}>{model.framework}</span>
      <ModelActs
        model={model}
        {...acts}
        onAdd={async () => {
          await acts.onAdd();
          // The pressed button is removed, so its card gets the focus.
          if (document.activeElement === document.body) title.current?.focus();
        }}
      />
    </li>
  );
}

export function ModelActs({
  model,
  online,
  adding,
  share,
  onAdd,
  onDownload,
}: { model: MarketModel } & CardActs) {
  const name = marketName(model);
  return (
    <div className={styles.acts}>
      {model.inAccount ? (
        <Tag tone="ok" icon={<Check size={14} aria-hidden="true" />}>
          {MARKETPLACE.inAccount}
        </Tag>
      ) : (
        <Button
          {...online.button}
          icon={<Plus size={18} aria-hidden="true" />}
          aria-label={MARKETPLACE.addModel(name)}
          busy={adding}
          onClick={() => void onAdd()}
        >
          {MARKETPLACE.add}
        </Button>
      )}
      <Button
        {...online.button}
        variant="plain"
        icon={<Download size={18} aria-hidden="true" />}
        aria-label={MARKETPLACE.downloadModel(name)}
        busy={share !== undefined}
        onClick={onDownload}
      >
        {share === undefined
          ? MARKETPLACE.download
          : MARKETPLACE.downloading(share === null ? null : Math.round(share * 100))}
      </Button>
    </div>
  );
}
