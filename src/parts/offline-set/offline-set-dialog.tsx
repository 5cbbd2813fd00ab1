import Backpack from "lucide-react/icons/backpack";
import { type FormEvent, useEffect, useId, useState } from "react";
import type { AskedEstimate } from "../../client/asked-estimate.ts";
import { useServices } from "../../client/services.tsx";
import { useOfflineSetEstimate } from "../../client/use-offline-set-estimate.ts";
import { type Area, isArea } from "../../domain/insight/area.ts";
import {
  leavesSpace,
  OFFLINE_SET_EVERYTHING,
  type OfflineSet,
  type OfflineSetChoice,
  type OfflineSetPictures,
} from "../../domain/offline/offline-set.ts";
import { OFFLINE_SETS } from "../../messages/offline/offline-sets.ts";
import { RETENTION } from "../../messages/offline/retention.ts";
import { CANCEL, CLOSE } from "../../messages/words.ts";
import type { OfflineSetEstimate, OfflineSetSelection } from "../../offline-sets/offline-set-estimate.ts";
import type { Group } from "../../protocol/shapes.ts";
import type { InsightFilter } from "../../query/insight-engine.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/form-field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { ChoiceOption, ChoiceSet } from "../choice-set.tsx";
import { activeParts } from "../insight-filter/filter-address.ts";
import styles from "./offline-set-dialog.module.css";
import { OfflineSetFields } from "./offline-set-fields.tsx";
import { OfflineSetProgress } from "./offline-set-progress.tsx";

interface OfflineSetDialogProps {
  onClose(): void;
  groups: readonly Group[];
  /** The filter of the list; absent where the dialog offers groups, days and area. */
  filter?: InsightFilter;
  /** A set that was started, whose progress is shown first. */
  started?: StartedSet | null;
}

type StartedSet = Pick<OfflineSet, "packId" | "name">;

const MB = 1_000_000;
const BUDGETS = [
  5 * MB,
  20 * MB,
  50 * MB,
  100 * MB,
  250 * MB,
  500 * MB,
  1_000 * MB,
  2_000 * MB,
  null,
] as const;
const USUAL_BUDGET = 250 * MB;
const COSTLY_BUDGET = 20 * MB;
const FIRST_DAYS = 30;

/** Selects an offline set, shows rows, photos and bytes before the person agrees, and then how far it is. */
export function OfflineSetDialog({ onClose, groups, filter, started = null }: OfflineSetDialogProps) {
  const services = useServices();
  const formId = useId();
  const [costly] = useState(() => services.isCostlyLink());
  const [choice, setChoice] = useState<OfflineSetChoice>({ ...OFFLINE_SET_EVERYTHING, days: FIRST_DAYS });
  const [bounds, setBounds] = useState<Record<keyof Area, string>>(NO_BOUNDS);
  const [typedName, setName] = useState<string | null>(null);
  const [pictures, setPictures] = useState<OfflineSetPictures>("thumbnails");
  const [budget, setBudget] = useState<number | null>(costly ? COSTLY_BUDGET : USUAL_BUDGET);
  const [anyLink, setAnyLink] = useState(false);
  const [busy, setBusy] = useState<"no" | "yes" | "failed">("no");
  const [followed, setFollowed] = useState(started);

  const area = areaOf(bounds);
  const isWrong = filter === undefined && (area === "wrong" || choice.groups?.length === 0);
  const selection = selectionOf(filter, choice, area);
  const asked = useOfflineSetEstimate(followed === null ? selection : null);
  const estimate = asked.kind === "estimated" ? asked.estimate : null;
  const bytes = estimate === null ? null : bytesOf(estimate, pictures);
  const name = typedName ?? usualName(filter, choice, area !== null, groups);
  const maySave = estimate !== null && estimate.insights > 0 && name.trim() !== "" && busy !== "yes";

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (selection === null || !maySave) return;
    setBusy("yes");
    try {
      const control = await services.offlineSets();
      const given = { name: name.trim(), selection, pictures, budget, anyLink };
      setFollowed({ packId: await control.add(given), name: given.name });
      setBusy("no");
    } catch {
      setBusy("failed");
    }
  };

  if (followed !== null) {
    const onAnother = () => {
      setFollowed(null);
      setName(null);
    };
    return startedSetDialog({ set: followed, onAnother, onClose });
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={OFFLINE_SETS.save}
      subtitle={OFFLINE_SETS.dialogWords}
      icon={<Backpack size={20} aria-hidden="true" />}
      footer={
        <>
          <Short {...{ bytes, budget }} />
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy === "yes"} disabled={!maySave}>
            {OFFLINE_SETS.saveShort}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)}>
        {filter === undefined ? (
          <OfflineSetFields
            choice={choice}
            onChoice={setChoice}
            groups={groups}
            bounds={bounds}
            onBounds={setBounds}
            boundsWrong={area === "wrong"}
          />
        ) : (
          <p className={styles.words}>
            {isFiltered(filter) ? OFFLINE_SETS.fromFilter : OFFLINE_SETS.fromList}
          </p>
        )}
        <PicturesField {...{ pictures, estimate }} onPictures={setPictures} />
        <div className={styles.found} role="status">
          <Found asked={asked} isWrong={isWrong} />
        </div>
        <BudgetField {...{ budget, bytes }} onBudget={setBudget} />
        <Room bytes={bytes} />
        {costly && (
          <>
            <Notice tone="info">{OFFLINE_SETS.costly}</Notice>
            <ChoiceOption
              type="checkbox"
              checked={anyLink}
              onChange={() => setAnyLink(!anyLink)}
              words={OFFLINE_SETS.anyLink}
            />
          </>
        )}
        <TextField
          label={OFFLINE_SETS.name}
          name="offline-set-name"
          value={name}
          onChange={setName}
          autoComplete="off"
        />
        {busy === "failed" && <Notice tone="danger">{OFFLINE_SETS.failed}</Notice>}
      </form>
    </Dialog>
  );
}

interface StartedSetProps {
  set: StartedSet;
  onAnother(): void;
  onClose(): void;
}

/**
 * How far a set is that was started. Drawn in the place of the form, it stays the same dialog, with its focus and its
 * step in the history.
 */
function startedSetDialog({ set, onAnother, onClose }: StartedSetProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={set.name}
      icon={<Backpack size={20} aria-hidden="true" />}
      footer={
        <>
          <Button onClick={onAnother}>{OFFLINE_SETS.field.another}</Button>
          <Button onClick={onClose}>{CLOSE}</Button>
        </>
      }
    >
      <OfflineSetProgress packId={set.packId} />
    </Dialog>
  );
}

function PicturesField(props: {
  pictures: OfflineSetPictures;
  estimate: OfflineSetEstimate | null;
  onPictures(pictures: OfflineSetPictures): void;
}) {
  const { pictures, estimate, onPictures } = props;
  const name = useId();
  return (
    <ChoiceSet title={OFFLINE_SETS.picturesTitle}>
      {(["thumbnails", "photographs"] as const).map((option) => (
        <ChoiceOption
          key={option}
          type="radio"
          name={name}
          checked={pictures === option}
          onChange={() => onPictures(option)}
          words={OFFLINE_SETS.picturesNames[option]}
          size={estimate === null ? null : OFFLINE_SETS.about(bytesOf(estimate, option))}
        />
      ))}
    </ChoiceSet>
  );
}

/** The bound of the set's pictures, and a hint where they will not all fit. @param props.bytes of all pictures */
function BudgetField(props: {
  budget: number | null;
  bytes: number | null;
  onBudget(budget: number | null): void;
}) {
  const { budget, bytes, onBudget } = props;
  return (
    <>
      <label className={styles.field}>
        <span className={styles.legend}>{OFFLINE_SETS.budget}</span>
        <select
          className={styles.select}
          value={String(budget)}
          onChange={({ target }) => onBudget(target.value === "null" ? null : Number(target.value))}
        >
          {BUDGETS.map((option) => (
            <option key={option} value={String(option)}>
              {OFFLINE_SETS.budgetOption(option)}
            </option>
          ))}
        </select>
      </label>
      {bytes !== null && budget !== null && bytes > budget && (
        <p className={styles.hint}>{OFFLINE_SETS.budgetShort}</p>
      )}
    </>
  );
}

/** Beside the button that saves: the field with the limit may be out of sight. */
function Short({ bytes, budget }: { bytes: number | null; budget: number | null }) {
  const isShort = bytes !== null && budget !== null && bytes > budget;
  return (
    <p role="status" className={isShort ? styles.short : "visually-hidden"}>
      {isShort && OFFLINE_SETS.budgetShortBy(bytes, budget)}
    </p>
  );
}

function Found({ asked, isWrong }: { asked: AskedEstimate; isWrong: boolean }) {
  if (isWrong) return null;
  if (asked.kind !== "estimated") return <p>{OFFLINE_SETS[asked.kind]}</p>;
  const { insights, photos, more } = asked.estimate;
  if (insights === 0) return <p>{OFFLINE_SETS.nothing}</p>;
  return (
    <>
      <p>
        <strong>{OFFLINE_SETS.found(insights, photos)}</strong>
      </p>
      {more === null && <p className={styles.hint}>{OFFLINE_SETS.moreUnknown}</p>}
      {more !== null && more.insights > 0 && (
        <p className={styles.hint}>{OFFLINE_SETS.more(more.insights, more.bytes)}</p>
      )}
    </>
  );
}

function Room({ bytes }: { bytes: number | null }) {
  const services = useServices();
  const [free, setFree] = useState<number | null>(null);
  useEffect(() => {
    let current = true;
    services.space().then(
      ({ total, quota }) => current && total !== null && quota !== null && setFree(quota - total),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [services]);
  if (bytes === null || free === null || leavesSpace(free, bytes)) return null;
  return <Notice tone="info">{OFFLINE_SETS.noRoom(free)}</Notice>;
}

function bytesOf(
  sizes: { thumbnailBytes: number; photographBytes: number },
  pictures: OfflineSetPictures,
): number {
  return sizes.thumbnailBytes + (pictures === "photographs" ? sizes.photographBytes : 0);
}

const NO_BOUNDS = { south: "", west: "", north: "", east: "" };

/** Null where it is not whole yet. */
function selectionOf(
  filter: InsightFilter | undefined,
  choice: OfflineSetChoice,
  area: Area | null | "wrong",
): OfflineSetSelection | null {
  if (filter !== undefined) return { by: "filter", filter };
  if (area === "wrong" || choice.groups?.length === 0) return null;
  return { by: "choice", choice: { ...choice, area } };
}

/** Null where no bound is given. */
function areaOf(bounds: Record<keyof Area, string>): Area | null | "wrong" {
  const typed = Object.values(bounds).filter((text) => text.trim() !== "");
  if (typed.length === 0) return null;
  const degrees = (text: string) => (text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")));
  const area = {
    south: degrees(bounds.south),
    west: degrees(bounds.west),
    north: degrees(bounds.north),
    east: degrees(bounds.east),
  };
  return isArea(area) ? area : "wrong";
}

const isFiltered = (filter: InsightFilter) => activeParts(filter).length > 0;

function usualName(
  filter: InsightFilter | undefined,
  { days, groups: chosen }: OfflineSetChoice,
  inArea: boolean,
  groups: readonly Group[],
): string {
  if (filter !== undefined) return isFiltered(filter) ? OFFLINE_SETS.nameForFilter : OFFLINE_SETS.nameForList;
  const names = chosen?.map((id) =>
    RETENTION.groupName(id, groups.find(({ group_id }) => String(group_id) === id)?.group_name),
  );
  return OFFLINE_SETS.nameFor(days, names ?? null, inArea);
}
