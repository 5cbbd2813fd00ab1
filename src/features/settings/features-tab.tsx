import { ToggleRight } from "lucide-react";
import { useMirrored, useSyncStatus } from "../../client/use-sync.ts";
import { SETTINGS } from "../../messages/settings/settings.ts";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import { FeatureSwitch } from "./feature-switch.tsx";
import styles from "./settings.module.css";

/** Features are read from the mirror, and switched on the server. */
export function FeaturesTab() {
  const features = useMirrored((mirror) => mirror.features());
  const { freshAtMs, phase } = useSyncStatus();
  const online = useOnlineOnly(SETTINGS.switching);
  const arrived = freshAtMs !== null;
  const away = phase === "offline" || phase === "signedOut";
  if (features === undefined || (features.length === 0 && !arrived && !away)) return <LoadingNotice />;
  if (features.length === 0) {
    return (
      <EmptyState
        icon={<ToggleRight size={26} aria-hidden="true" />}
        title={arrived ? SETTINGS.noFeatures : SETTINGS.notYet}
      >
        {arrived ? SETTINGS.noFeaturesWords : SETTINGS.notYetWords}
      </EmptyState>
    );
  }
  return (
    <div className={styles.features}>
      <p className={styles.words}>{SETTINGS.featuresWords}</p>
      {online.reason}
      <ul className={styles.list}>
        {features.map((feature) => (
          <FeatureSwitch key={feature.id} feature={feature} online={online} />
        ))}
      </ul>
    </div>
  );
}
