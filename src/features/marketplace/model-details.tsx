import { animalName } from "../../domain/device/deploy.ts";
import { MARKETPLACE } from "../../messages/fleet/marketplace.ts";
import { readableName } from "../../parts/species-label.tsx";
import type { MarketModel } from "../../protocol/shapes.ts";
import { Tag } from "../../ui/controls/chip.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { useBackCloses } from "../../ui/layout/use-back-closes.ts";
import { marketName } from "./market-filter.ts";
import styles from "./marketplace.module.css";
import { type CardActs, ModelActs } from "./model-card.tsx";

const { facts } = MARKETPLACE;

interface ModelDetailsProps extends CardActs {
  model: MarketModel;
  onClose(): void;
}

export function ModelDetails({ model, onClose, ...acts }: ModelDetailsProps) {
  useBackCloses(true, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={marketName(model)}
      subtitle={MARKETPLACE.classCount(model.classes.length)}
      width="wide"
      footer={<ModelActs model={model} {...acts} />}
    >
      {acts.online.reason}
      <dl className={styles.facts}>
        <dt>{facts.description}</dt>
        <dd>{model.description ?? MARKETPLACE.unknown}</dd>
        <dt>{facts.author}</dt>
        <dd>{model.author ?? MARKETPLACE.unknown}</dd>
        <dt>{facts.framework}</dt>
        <dd>{model.framework}</dd>
        <dt>{facts.id}</dt>
        <dd>{model.alg_id}</dd>
        <dt>{facts.animals}</dt>
        <dd>
          <ul className={styles.animals}>
            {model.classes.map((one) => (
              <li key={one.class_id}>
                <Tag>{readableName(animalName(one))}</Tag>
              </li>
            ))}
          </ul>
        </dd>
      </dl>
    </Dialog>
  );
}
