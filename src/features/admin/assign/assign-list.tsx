import Check from "lucide-react/icons/check";
import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { useDeferredValue, useId, useMemo, useState } from "react";
import { ASSIGN, ASSIGN_KINDS } from "../../../messages/admin/assign.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Tag } from "../../../ui/controls/chip.tsx";
import { FindField } from "../../../ui/controls/find-field.tsx";
import styles from "./assign.module.css";
import type { AssignKind } from "./assign-calls.ts";
import { type AssignItem, type AssignShow, findItems } from "./assign-items.ts";

const STEP = 50;
const SHOWS: readonly AssignShow[] = ["all", "assigned", "changed"];

interface AssignListProps {
  kind: AssignKind;
  items: readonly AssignItem[];
  base: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  /** Sentences by the id of the row that was refused. */
  refused: ReadonlyMap<string, string>;
  /** Null where the list may only be read. */
  onChosen: ((chosen: ReadonlySet<string>) => void) | null;
  disabled: boolean;
}

/** The assignable items, searched and chosen here. With thousands of them only a few rows are drawn, to stay fluid. */
export function AssignList(props: AssignListProps) {
  const { kind, items, base, chosen, refused, onChosen, disabled } = props;
  const id = useId();
  const [text, setText] = useState("");
  const [show, setShow] = useState<AssignShow>("all");
  const [shown, setShown] = useState(STEP);
  const wanted = useDeferredValue(text);
  const found = useMemo(
    () => findItems(items, { text: wanted, show, base, chosen }),
    [items, wanted, show, base, chosen],
  );
  const narrows = wanted.trim() !== "" || show !== "all";
  const toggle = (itemId: string) => {
    const next = new Set(chosen);
    if (!next.delete(itemId)) next.add(itemId);
    onChosen?.(next);
  };
  return (
    <fieldset className={styles.picker} aria-describedby={`${id}-count`} disabled={disabled}>
      <legend className="visually-hidden">{ASSIGN_KINDS[kind].title}</legend>
      <div className={styles.finders}>
        <FindField
          label={ASSIGN_KINDS[kind].search}
          value={text}
          onChange={(next) => {
            setText(next);
            setShown(STEP);
          }}
          className={styles.find}
        />
        {onChosen !== null && (
          <select
            className={styles.select}
            aria-label={ASSIGN.show}
            value={show}
            onChange={({ target }) => {
              setShow(SHOWS.find((name) => name === target.value) ?? "all");
              setShown(STEP);
            }}
          >
            {SHOWS.map((name) => (
              <option key={name} value={name}>
                {ASSIGN.shows[name]}
              </option>
            ))}
          </select>
        )}
      </div>
      <div className={styles.bar}>
        <span id={`${id}-count`} className={styles.count} role="status">
          {onChosen === null ? ASSIGN.assignedCount(chosen.size) : ASSIGN.counts(chosen.size, items.length)}
        </span>
        {onChosen !== null && narrows && <FoundButtons {...{ found, chosen, onChosen }} />}
      </div>
      {found.length === 0 ? (
        <p className={styles.words}>{narrows ? ASSIGN.noneFound : ASSIGN_KINDS[kind].none}</p>
      ) : (
        <ul className={styles.list} data-list aria-label={ASSIGN_KINDS[kind].title}>
          {found.slice(0, shown).map((item) => (
            <AssignLine
              key={item.id}
              item={item}
              was={base.has(item.id)}
              is={chosen.has(item.id)}
              fault={refused.get(item.id)}
              onToggle={onChosen && toggle}
            />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <Button variant="plain" onClick={() => setShown(shown + STEP)}>
          {ASSIGN.showMore(Math.min(STEP, found.length - shown))}
        </Button>
      )}
    </fieldset>
  );
}

interface FoundButtonsProps {
  found: readonly AssignItem[];
  chosen: ReadonlySet<string>;
  onChosen(chosen: ReadonlySet<string>): void;
}

/** Assigns or removes all that the search has found. */
function FoundButtons({ found, chosen, onChosen }: FoundButtonsProps) {
  const ids = found.map(({ id }) => id);
  const on = ids.filter((id) => chosen.has(id)).length;
  return (
    <>
      {on < ids.length && (
        <Button variant="plain" onClick={() => onChosen(new Set([...chosen, ...ids]))}>
          {ASSIGN.addFound(ids.length)}
        </Button>
      )}
      {on > 0 && (
        <Button
          variant="plain"
          onClick={() => {
            const next = new Set(chosen);
            for (const id of ids) next.delete(id);
            onChosen(next);
          }}
        >
          {ASSIGN.removeFound(on)}
        </Button>
      )}
    </>
  );
}

interface AssignLineProps {
  item: AssignItem;
  was: boolean;
  is: boolean;
  fault: string | undefined;
  onToggle: ((id: string) => void) | null;
}

function AssignLine({ item, was, is, fault, onToggle }: AssignLineProps) {
  const { id, name, remark } = item;
  const words = (
    <>
      <span className={styles.line}>
        <span className={styles.name}>{name}</span>
        {remark && <span className={styles.remark}>{remark}</span>}
        {fault && <span className={styles.fault}>{fault}</span>}
      </span>
      <StateTag was={was} is={is} />
    </>
  );
  return (
    <li data-id={id}>
      {onToggle === null ? (
        <div className={styles.row}>{words}</div>
      ) : (
        <label className={styles.row}>
          <input
            type="checkbox"
            className={styles.box}
            checked={is}
            aria-invalid={fault !== undefined || undefined}
            onChange={() => onToggle(id)}
          />
          {words}
        </label>
      )}
    </li>
  );
}

function StateTag({ was, is }: { was: boolean; is: boolean }) {
  const icon = { size: 14, "aria-hidden": true } as const;
  if (was && is) return <Tag icon={<Check {...icon} />}>{ASSIGN.assigned}</Tag>;
  if (is)
    return (
      <Tag tone="ok" icon={<Plus {...icon} />}>
        {ASSIGN.willAdd}
      </Tag>
    );
  return (
    was && (
      <Tag tone="danger" icon={<Minus {...icon} />}>
        {ASSIGN.willRemove}
      </Tag>
    )
  );
}
