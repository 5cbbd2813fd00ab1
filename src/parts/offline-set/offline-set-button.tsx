import Backpack from "lucide-react/icons/backpack";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { type CSSProperties, lazy, type ReactNode, Suspense, useState } from "react";
import { useOfflineSets } from "../../client/offline-set-states.ts";
import {
  type OfflineReadiness,
  type OfflineSet,
  percentHere,
  readinessOf,
} from "../../domain/offline/offline-set.ts";
import { OFFLINE_SETS } from "../../messages/offline/offline-sets.ts";
import type { Group } from "../../protocol/shapes.ts";
import type { InsightFilter } from "../../query/insight-engine.ts";
import { Button } from "../../ui/controls/button.tsx";
import styles from "./offline-set-button.module.css";

const OfflineSetDialog = lazy(async () => ({
  default: (await import("./offline-set-dialog.tsx")).OfflineSetDialog,
}));

const { field } = OFFLINE_SETS;
/** As large as its neighbours: in the bar of a phone, and among the tools of a desk. */
const iconOf = (narrow: boolean) => ({ size: narrow ? 20 : 16, "aria-hidden": true }) as const;

interface OfflineSetButtonProps {
  filter: InsightFilter;
  groups: readonly Group[];
  disabled: boolean;
  narrow: boolean;
}

/** Saves the filtered list as an offline set; from then on it shows how far that is. */
export function OfflineSetButton({ filter, groups, disabled, narrow }: OfflineSetButtonProps) {
  /** Open with the progress of a set that was started, or with the form. */
  const [open, setOpen] = useState<OfflineSet | "form" | null>(null);
  return (
    <>
      {disabled ? (
        <ToolButton name={OFFLINE_SETS.save} icon={<Backpack {...iconOf(narrow)} />} disabled>
          {narrow ? null : OFFLINE_SETS.save}
        </ToolButton>
      ) : (
        <StateButton narrow={narrow} onSave={() => setOpen("form")} onFollow={setOpen} />
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <OfflineSetDialog
            filter={filter}
            groups={groups}
            started={open === "form" ? null : open}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface StateButtonProps {
  narrow: boolean;
  onSave(): void;
  onFollow(set: OfflineSet): void;
}

function StateButton({ narrow, onSave, onFollow }: StateButtonProps) {
  const { started, forget } = useStartedSet();
  if (started === null) {
    return (
      <ToolButton name={OFFLINE_SETS.save} icon={<Backpack {...iconOf(narrow)} />} onClick={onSave}>
        {narrow ? null : OFFLINE_SETS.save}
      </ToolButton>
    );
  }
  const { set, state } = started;
  const follow = () => {
    onFollow(set);
    // Once its end was looked at, the button saves the next set.
    if (state !== "coming") forget();
  };
  if (state === "coming") {
    const percent = percentHere([set]);
    return (
      <ToolButton name={field.savingPart(percent)} icon={<Ring percent={percent} />} onClick={follow}>
        {narrow || percent === null ? null : field.percent(percent)}
      </ToolButton>
    );
  }
  const Icon = state === "ready" ? CircleCheck : TriangleAlert;
  return (
    <ToolButton
      name={field.states[state]}
      icon={<Icon {...iconOf(narrow)} className={state === "ready" ? styles.ready : styles.stopped} />}
      onClick={follow}
    >
      {narrow ? null : field.short[state]}
    </ToolButton>
  );
}

interface ToolButtonProps {
  name: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick?: () => void;
  /** Its word; null for none. */
  children: ReactNode;
}

function ToolButton({ name, children, ...rest }: ToolButtonProps) {
  return (
    <Button {...rest} variant="plain" aria-label={name} title={name}>
      {children !== null && <span className={styles.words}>{children}</span>}
    </Button>
  );
}

/** @param percent null: not known yet */
function Ring({ percent }: { percent: number | null }) {
  const style = { "--part": `${percent ?? 0}%` } as CSSProperties;
  return <span className={styles.ring} style={style} aria-hidden="true" />;
}

/** The set that was seen coming last, until it is forgotten. Sets that were ready before are not named. */
function useStartedSet(): { started: { set: OfflineSet; state: OfflineReadiness } | null; forget(): void } {
  const sets = useOfflineSets()?.map(({ set, state }) => ({ set, state: readinessOf(state) }));
  const [startedId, setStartedId] = useState<string | null>(null);
  const coming = sets?.findLast(({ state }) => state === "coming")?.set.packId;
  if (coming !== undefined && coming !== startedId) setStartedId(coming);
  const started = sets?.find(({ set }) => set.packId === startedId) ?? null;
  return { started, forget: () => setStartedId(null) };
}
