import ToggleRight from "lucide-react/icons/toggle-right";
import { useFirstCopy } from "../../client/use-first-copy.ts";
import { useMirrored } from "../../client/use-sync.ts";
import { SETTINGS } from "../../messages/settings/settings.ts";
import { NotYetWords } from "../../parts/not-yet-words.tsx";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import { FeatureSwitch } from "./feature-switch.tsx";
import styles from "./settings.module.css";

/** Features are read from the mirror, and switched on the server. */
export function FeaturesTab() {
  const features = useMirrored((mirror) => mirror.features());
  const copy = useFirstCopy();
  const online = useOnlineOnly(SETTINGS.switching);
  if (features === undefined || (features.length === 0 && copy === "awaited")) return <LoadingNotice />;
  if (features.length === 0) {
    const arrived = copy === "here";
    return (
      <EmptyState
        icon={<ToggleRight size={26} aria-hidden="true" />}
        title={arrived ? SETTINGS.noFeatures : SETTINGS.notYet}
      >
        {arrived ? SETTINGS.noFeaturesWords : <NotYetWords />}
      </EmptyState>
    );
  }
  return (
    <div className={styles.features}>
      <p className={styles.words}>{SETTINGS.featuresWords}</p>
      {online.reason}
      <ul className={styles.list} data-list="acts">
        {features.map((feature) => (
          <FeatureSwitch key={feature.id} feature={feature} online={online} />
        ))}
      </ul>
    </div>
  );
}
