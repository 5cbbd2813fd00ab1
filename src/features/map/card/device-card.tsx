import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash";
import X from "lucide-react/icons/x";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ShownDevice } from "../../../client/devices-view.ts";
import { usePhoto } from "../../../client/photo/use-photo.ts";
import { useServices } from "../../../client/services.tsx";
import { useSyncStatus } from "../../../client/use-sync.ts";
import { shownCount } from "../../../domain/map/map-rules.ts";
import { daysSinceCheckIn, type MapWarning } from "../../../domain/map/map-warnings.ts";
import type { Position } from "../../../domain/map/position.ts";
import { fullUtc } from "../../../domain/time.ts";
import { MAP_POPUP } from "../../../messages/map/map.ts";
import { Way } from "../../../parts/map/way.tsx";
import { readableName, SpeciesLabel } from "../../../parts/species-label.tsx";
import { type InsightSearch, useFoundInsight } from "../../../parts/use-found-insight.ts";
import type { PhotoAddress } from "../../../sync/sync-status.ts";
import { ButtonLink } from "../../../ui/controls/button-link.tsx";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import type { DevicePoint } from "../../../ui/map/device-cluster-layer.tsx";
import { LAYER_ICONS } from "../layer-icons.ts";
import { deviceInsightsHref, insightFilterOf, type MapFilter } from "../map-filter.ts";
import styles from "./device-card.module.css";
import { RemoveDialog } from "./remove-dialog.tsx";

export interface DeviceCardProps {
  device: ShownDevice;
  point: DevicePoint;
  filter: MapFilter;
  /** Where this person is; null while that is not known. */
  own: Position | null;
  nowMs: number;
  /** Whether the role may change Sentinels. */
  mayEdit: boolean;
  onClose(): void;
}

const DECIMALS = 5;

/** The facts of one Sentinel on the map, and the actions on it. */
export function DeviceCard({ device, point, filter, own, nowMs, mayEdit, onClose }: DeviceCardProps) {
  const [removing, setRemoving] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const recent = useMostRecent(device.device_id, filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another Sentinel is another card
  useEffect(() => heading.current?.focus({ preventScroll: true }), [device.device_id]);
  useEscape(onClose);
  const name = device.display_name;
  const days = point.warnings.includes("no_recent_insights")
    ? daysSinceCheckIn(device.last_seen, nowMs)
    : null;
  const warnings = point.warnings.filter((warning) => warning !== "no_recent_insights");
  return (
    <article className={styles.card} aria-label={name} data-card={device.device_id}>
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.name}>
          {name}
        </h2>
        <IconButton label={MAP_POPUP.close} icon={<X size={20} />} onClick={onClose} />
      </header>
      {recent && (
        <div className={styles.recent}>
          {recent.photo && (
            <RecentPhoto photo={recent.photo} words={MAP_POPUP.photo(readableName(recent.className), name)} />
          )}
          <dl className={styles.newest}>
            <dt>{MAP_POPUP.mostRecent}</dt>
            <dd>
              <span className={styles.className}>
                <SpeciesLabel className={recent.className} />
              </span>{" "}
              <Moment atMs={recent.atMs} />
            </dd>
          </dl>
        </div>
      )}
      <dl className={styles.facts}>
        <Fact label={MAP_POPUP.deviceId}>{device.device_id}</Fact>
        <Fact label={MAP_POPUP.location}>{device.location_name || MAP_POPUP.noLocation}</Fact>
        <Fact label={MAP_POPUP.position}>
          {point.latitude.toFixed(DECIMALS)}, {point.longitude.toFixed(DECIMALS)}
        </Fact>
        <Fact label={MAP_POPUP.lastSeen}>
          {device.last_seen === null ? MAP_POPUP.never : <Moment atMs={Date.parse(device.last_seen)} />}
        </Fact>
        {days !== null && <Fact label={MAP_POPUP.lastCheckIn}>{MAP_POPUP.daysAgo(days)}</Fact>}
        <Fact label={MAP_POPUP.insightCount}>{shownCount(point.insights)}</Fact>
        {own !== null && (
          <Fact label={MAP_POPUP.fromYou}>
            <Way own={own} to={point} />
          </Fact>
        )}
      </dl>
      {point.warnings.includes("no_recent_insights") && <Warning warning="no_recent_insights" />}
      {warnings.map((warning) => (
        <Warning key={warning} warning={warning}>
          {warning === "low_battery" &&
            device.battery_voltage !== null &&
            MAP_POPUP.volts(device.battery_voltage)}
        </Warning>
      ))}
      <footer className={styles.acts}>
        {point.insights > 0 && (
          <ButtonLink href={deviceInsightsHref(device, filter)} variant="primary" className={styles.seeAll}>
            {MAP_POPUP.seeAll}
          </ButtonLink>
        )}
        {mayEdit && (
          <>
            <ButtonLink
              href={`/?tab=devices&device=${encodeURIComponent(device.device_id)}`}
              icon={<Pencil size={16} aria-hidden="true" />}
            >
              {MAP_POPUP.edit}
            </ButtonLink>
            <IconButton
              label={MAP_POPUP.remove}
              icon={<Trash2 size={18} />}
              onClick={() => setRemoving(true)}
            />
          </>
        )}
      </footer>
      {removing && (
        <RemoveDialog
          deviceId={device.device_id}
          name={name}
          onClose={() => setRemoving(false)}
          onRemoved={onClose}
        />
      )}
    </article>
  );
}

/** Escape closes the card, unless a dialog over it takes the key. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isOurs = event.key === "Escape" && !event.defaultPrevented;
      if (isOurs && document.querySelector("dialog[open]") === null) onEscape();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [onEscape]);
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Moment({ atMs }: { atMs: number }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} className={styles.moment}>
      {fullUtc(atMs)}
    </time>
  );
}

function Warning({ warning, children }: { warning: MapWarning; children?: ReactNode }) {
  const Icon = LAYER_ICONS[warning];
  return (
    <p className={styles.warning}>
      <Icon size={18} aria-hidden="true" />
      <span className={styles.warningName}>{MAP_POPUP.warnings[warning]}</span>
      {children && <span>{children}</span>}
    </p>
  );
}

/** The picture of the newest insight; nothing where it does not come, because the card says the rest. */
function RecentPhoto({ photo, words }: { photo: PhotoAddress; words: string }) {
  const { photos } = useServices();
  const online = useSyncStatus().phase === "online";
  const load = useCallback(
    (wanted: PhotoAddress, signal: AbortSignal) => photos.thumbnail(wanted, signal),
    [photos],
  );
  const state = usePhoto(photo, load, { wanted: true, online });
  if (state.kind !== "image" && state.kind !== "waiting") return null;
  return (
    <div className={styles.photo} data-photo={state.kind}>
      {state.kind === "image" && <img src={state.url} alt={words} />}
    </div>
  );
}

/** The newest insight of a Sentinel that the filter leaves; null where there is none, undefined until it is known. */
function useMostRecent(deviceId: string, filter: MapFilter) {
  const search = useMemo(
    (): InsightSearch => ({ filter: insightFilterOf(filter), limit: 1, descending: true }),
    [filter],
  );
  return useFoundInsight(deviceId, search, isAny);
}

const isAny = () => true;
