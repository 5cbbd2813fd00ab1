import X from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import { BASEMAP, MAP } from "../../messages/map/map.ts";
import type { BasemapProblem } from "../../parts/map/basemap-choice.ts";
import { TooNearWords } from "../../parts/map/too-near-words.tsx";
import type { Located } from "../../platform/geolocation.ts";
import { ButtonLink } from "../../ui/controls/button-link.tsx";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import styles from "./map-page.module.css";

interface MapNoticesProps {
  worldFailed: boolean;
  onWorldFailedSeen(): void;
  position: { problem: Exclude<Located["kind"], "found"> | null; dismiss(): void };
  basemap: { problem: BasemapProblem | null; leftOut: readonly string[]; dismissProblem(): void };
  /** The Sentinel that the address names, where it has no position. */
  placeless: { device_id: string; display_name: string } | null;
  onPlacelessSeen(): void;
  /** Whether the role may give it one. */
  mayEdit: boolean;
  /** The ground shows nothing here, and there is no foot that says so. */
  tooNear: boolean;
}

/** Notices of failures on the map, which can be closed, and of an empty ground, which ends with it. */
export function MapNotices(props: MapNoticesProps) {
  const { worldFailed, onWorldFailedSeen, position, basemap, placeless, onPlacelessSeen, mayEdit, tooNear } =
    props;
  const [seen, setSeen] = useState("");
  const leftOut = basemap.leftOut.join("/");
  const edit = `/?tab=devices&device=${encodeURIComponent(placeless?.device_id ?? "")}`;
  return (
    <div className={styles.notices}>
      {tooNear && <TooNearWords />}
      {placeless !== null && (
        <MapNotice
          tone="info"
          onClose={onPlacelessSeen}
          action={mayEdit && <ButtonLink href={edit}>{MAP.setPlace}</ButtonLink>}
        >
          {MAP.noPlace(placeless.display_name)}
        </MapNotice>
      )}
      {worldFailed && (
        <MapNotice tone="danger" onClose={onWorldFailedSeen}>
          {MAP.worldProblem}
        </MapNotice>
      )}
      {position.problem !== null && (
        <MapNotice tone="danger" onClose={position.dismiss}>
          {MAP.notLocated[position.problem]}
        </MapNotice>
      )}
      {basemap.problem !== null && (
        <MapNotice tone="info" onClose={basemap.dismissProblem}>
          {basemapProblem(basemap.problem)}
        </MapNotice>
      )}
      {leftOut !== seen && (
        <MapNotice tone="info" onClose={() => setSeen(leftOut)}>
          {BASEMAP.leftOut(basemap.leftOut)}
        </MapNotice>
      )}
    </div>
  );
}

interface MapNoticeProps {
  tone: "info" | "danger";
  onClose(): void;
  action?: ReactNode;
  children: ReactNode;
}

function MapNotice({ tone, onClose, action, children }: MapNoticeProps) {
  return (
    <div className={styles.notice}>
      <Notice
        tone={tone}
        action={
          <div className={styles.noticeActs}>
            {action}
            <IconButton label={MAP.closeNotice} icon={<X size={18} />} onClick={onClose} />
          </div>
        }
      >
        {children}
      </Notice>
    </div>
  );
}

function basemapProblem(problem: BasemapProblem): string {
  return problem === "tilesMissing" ? BASEMAP.tilesMissing : BASEMAP.problems[problem];
}
