import { Backpack } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { type Area, isArea } from "../domain/area.ts";
import { leavesRoom, PACK_EVERYTHING, type PackChoice, type PackPictures } from "../domain/pack.ts";
import { KEPT } from "../messages/kept.ts";
import { PACKS } from "../messages/packs.ts";
import { CANCEL } from "../messages/words.ts";
import type { Group } from "../protocol/shapes.ts";
import type { InsightFilter } from "../query/insight-view.ts";
import type { PackSelection } from "../sync/pack-control.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/form-field.tsx";
import { Notice } from "../ui/notice.tsx";
import { ChoiceOption, ChoiceSet } from "./choice-set.tsx";
import { PackChoiceFields } from "./pack-choice-fields.tsx";
import styles from "./pack-dialog.module.css";
import { useServices } from "./services.tsx";
import { type AskedEstimate, usePackEstimate } from "./use-pack-estimate.ts";

interface PackDialogProps {
  onClose(): void;
  groups: readonly Group[];
  /** What the list shows now; left out where sets are picked by groups, days and area. */
  filter?: InsightFilter;
}

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

/** Picks what to take along. Rows, photos and bytes are told before anything is agreed to. */
export function PackDialog({ onClose, groups, filter }: PackDialogProps) {
  const services = useServices();
  const formId = useId();
  const [costly] = useState(() => services.isCostlyLink());
  const [choice, setChoice] = useState<PackChoice>({ ...PACK_EVERYTHING, days: FIRST_DAYS });
  const [bounds, setBounds] = useState<Record<keyof Area, string>>(NO_BOUNDS);
  const [typedName, setName] = useState<string | null>(null);
  const [pictures, setPictures] = useState<PackPictures>("thumbnails");
  const [budget, setBudget] = useState<number | null>(costly ? COSTLY_BUDGET : USUAL_BUDGET);
  const [anyLink, setAnyLink] = useState(false);
  const [busy, setBusy] = useState<"no" | "yes" | "failed">("no");

  const area = areaOf(bounds);
  const isWrong = filter === undefined && (area === "wrong" || choice.groups?.length === 0);
  const selection = selectionOf(filter, choice, area);
  const asked = usePackEstimate(selection);
  const estimate = asked.kind === "told" ? asked.estimate : null;
  const bytes = estimate === null ? null : bytesOf(estimate, pictures);
  const name = typedName ?? usualName(filter, choice, area !== null, groups);
  const mayPack = estimate !== null && estimate.insights > 0 && name.trim() !== "" && busy !== "yes";

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (selection === null || !mayPack) return;
    setBusy("yes");
    try {
      const control = await services.packs();
      await control.pack({ name: name.trim(), selection, pictures, budget, anyLink });
      onClose();
    } catch {
      setBusy("failed");
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={PACKS.pack}
      subtitle={PACKS.dialogWords}
      icon={<Backpack size={20} aria-hidden="true" />}
      footer={
        <>
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy === "yes"} disabled={!mayPack}>
            {PACKS.packShort}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)}>
        {filter === undefined ? (
          <PackChoiceFields
            choice={choice}
            onChoice={setChoice}
            groups={groups}
            bounds={bounds}
            onBounds={setBounds}
            boundsWrong={area === "wrong"}
          />
        ) : (
          <p className={styles.words}>{PACKS.fromFilter}</p>
        )}
        <ChoiceSet title={PACKS.picturesTitle}>
          {(["thumbnails", "photographs"] as const).map((option) => (
            <ChoiceOption
              key={option}
              type="radio"
              name={`${formId}-pictures`}
              checked={pictures === option}
              onChange={() => setPictures(option)}
              words={PACKS.picturesNames[option]}
              size={estimate === null ? null : PACKS.about(bytesOf(estimate, option))}
            />
          ))}
        </ChoiceSet>
        <div className={styles.found} role="status">
          <Found asked={asked} isWrong={isWrong} />
        </div>
        <label className={styles.field}>
          <span className={styles.legend}>{PACKS.budget}</span>
          <select
            className={styles.select}
            value={String(budget)}
            onChange={({ target }) => setBudget(target.value === "null" ? null : Number(target.value))}
          >
            {BUDGETS.map((option) => (
              <option key={option} value={String(option)}>
                {PACKS.budgetOption(option)}
              </option>
            ))}
          </select>
        </label>
        {bytes !== null && budget !== null && bytes > budget && (
          <p className={styles.hint}>{PACKS.budgetShort}</p>
        )}
        <Room bytes={bytes} />
        {costly && (
          <>
            <Notice tone="info">{PACKS.costly}</Notice>
            <ChoiceOption
              type="checkbox"
              checked={anyLink}
              onChange={() => setAnyLink(!anyLink)}
              words={PACKS.anyLink}
            />
          </>
        )}
        <TextField label={PACKS.name} name="pack-name" value={name} onChange={setName} autoComplete="off" />
        {busy === "failed" && <Notice tone="danger">{PACKS.failed}</Notice>}
      </form>
    </Dialog>
  );
}

/** How much a selection has, or why that is not known. */
function Found({ asked, isWrong }: { asked: AskedEstimate; isWrong: boolean }) {
  if (isWrong) return null;
  if (asked.kind !== "told") return <p>{PACKS[asked.kind]}</p>;
  const { insights, photos, more } = asked.estimate;
  if (insights === 0) return <p>{PACKS.nothing}</p>;
  return (
    <>
      <p>
        <strong>{PACKS.found(insights, photos)}</strong>
      </p>
      {more === null && <p className={styles.hint}>{PACKS.moreUnknown}</p>}
      {more !== null && more.insights > 0 && (
        <p className={styles.hint}>{PACKS.more(more.insights, more.bytes)}</p>
      )}
    </>
  );
}

/** Said where the device may be too small for it. */
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
  if (bytes === null || free === null || leavesRoom(free, bytes)) return null;
  return <Notice tone="info">{PACKS.noRoom(free)}</Notice>;
}

function bytesOf(sizes: { thumbnailBytes: number; photographBytes: number }, pictures: PackPictures): number {
  return sizes.thumbnailBytes + (pictures === "photographs" ? sizes.photographBytes : 0);
}

const NO_BOUNDS = { south: "", west: "", north: "", east: "" };

/** Null where it is not whole yet. */
function selectionOf(
  filter: InsightFilter | undefined,
  choice: PackChoice,
  area: Area | null | "wrong",
): PackSelection | null {
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

function usualName(
  filter: InsightFilter | undefined,
  { days, groups: chosen }: PackChoice,
  inArea: boolean,
  groups: readonly Group[],
): string {
  if (filter !== undefined) return PACKS.nameForFilter;
  const names = chosen?.map((id) =>
    KEPT.groupName(id, groups.find(({ group_id }) => String(group_id) === id)?.group_name),
  );
  return PACKS.nameFor(days, names ?? null, inArea);
}
