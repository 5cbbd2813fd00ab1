import { useId, useState } from "react";
import { animalName } from "../../domain/device/deploy.ts";
import { cutList } from "../../domain/table/table-cell.ts";
import { MODELS } from "../../messages/fleet/models.ts";
import { readableName } from "../../parts/species-label.tsx";
import type { Model } from "../../protocol/shapes.ts";
import { Button } from "../../ui/controls/button.tsx";
import { SubjectCard } from "../../ui/data-table/rows/subject-card.tsx";
import styles from "./models-page.module.css";

const SHOWN_STEP = 24;

interface OtherModelsProps {
  models: readonly Model[];
  onDeploy(algId: string): void;
}

/** The models of the account that run on no Sentinel, below those that do. */
export function OtherModels({ models, onDeploy }: OtherModelsProps) {
  const headingId = useId();
  const [shown, setShown] = useState(SHOWN_STEP);
  const more = models.length - shown;
  return (
    <section className={styles.others} aria-labelledby={headingId}>
      <h2 id={headingId}>{MODELS.others}</h2>
      <p className={styles.hint}>{MODELS.othersWords}</p>
      <ul className={styles.cards} data-list>
        {models.slice(0, shown).map((model) => (
          <li key={model.alg_id} className={styles.card}>
            <SubjectCard
              name={model.alg_name}
              nameLevel={3}
              remark={cutList(model.classes.map((one) => readableName(animalName(one))).join(", "))}
              actions={
                <Button
                  aria-label={MODELS.deployModel(model.alg_name)}
                  onClick={() => onDeploy(model.alg_id)}
                >
                  {MODELS.deploy}
                </Button>
              }
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button onClick={() => setShown(shown + SHOWN_STEP)}>
          {MODELS.showMore(Math.min(more, SHOWN_STEP))}
        </Button>
      )}
    </section>
  );
}
