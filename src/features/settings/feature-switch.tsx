import { useId, useState } from "react";
import { useServices } from "../../client/services.tsx";
import { useWrite } from "../../client/use-write.ts";
import type { FeatureKey } from "../../domain/feature.ts";
import { FEATURE_WORDS, SETTINGS } from "../../messages/settings/settings.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import type { Feature } from "../../protocol/shapes.ts";
import { InfoTooltip } from "../../ui/controls/info-tooltip.tsx";
import { Switch } from "../../ui/controls/switch.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { switchFeature } from "./feature-calls.ts";
import styles from "./settings.module.css";

/** A feature that this version does not know has its key for a name, and no instructions. */
function wordsOf(key: string): { name: string; instructions: string | null } {
  return key in FEATURE_WORDS ? FEATURE_WORDS[key as FeatureKey] : { name: key, instructions: null };
}

export function FeatureSwitch({ feature, online }: { feature: Feature; online: OnlineOnly }) {
  const { http } = useServices();
  const { busy, problem, run } = useWrite();
  const tooltipId = useId();
  // The mirror follows with the next pull: until it has this value, the switch stays where it was put.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [failed, setFailed] = useState(feature.enabled);
  if (chosen === feature.enabled && !busy) setChosen(null);
  const { name, instructions } = wordsOf(feature.key);
  const described = [instructions && tooltipId, online.button["aria-describedby"]].filter(Boolean).join(" ");

  const turn = async (enabled: boolean) => {
    if (busy) return;
    setChosen(enabled);
    setFailed(enabled);
    const done = await run(() => switchFeature(http, feature.id, enabled));
    setChosen(done === null ? null : done.value.message.enabled);
  };

  return (
    <li className={styles.feature}>
      <div className={styles.row}>
        <Switch
          checked={chosen ?? feature.enabled}
          disabled={!online.may}
          describedBy={described}
          onChange={(enabled) => void turn(enabled)}
        >
          <span className={styles.name}>{name}</span>
        </Switch>
        {instructions !== null && (
          <InfoTooltip id={tooltipId} label={SETTINGS.about(name)}>
            {instructions}
          </InfoTooltip>
        )}
      </div>
      {problem !== null && (
        <Notice tone="danger">
          {SETTINGS.notSwitched(name, failed)} {problem}
        </Notice>
      )}
    </li>
  );
}
