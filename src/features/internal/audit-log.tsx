import ScrollText from "lucide-react/icons/scroll-text";
import { useId, useMemo, useState } from "react";
import { useUtcDay } from "../../client/use-utc-day.ts";
import { AUDIT_ACTIONS, OPERATOR } from "../../domain/account/audit.ts";
import { cutList } from "../../domain/table/table-cell.ts";
import { INTERNAL } from "../../messages/internal/internal.ts";
import { ServerListStates } from "../../parts/server-list-states.tsx";
import type { AuditEntry } from "../../protocol/calls/internal-calls.ts";
import { Button } from "../../ui/controls/button.tsx";
import { RecordTable } from "../../ui/data-table/record-table.tsx";
import { SubjectCard } from "../../ui/data-table/rows/subject-card.tsx";
import { createMemorySource } from "../../ui/data-table/table-source.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { AuditTime, actorName, auditColumns, changeTexts, targetName } from "./audit-columns.tsx";
import styles from "./internal.module.css";
import type { AuditChoice } from "./internal-calls.ts";
import { useAuditLog } from "./use-audit-log.ts";

const { log: TEXT } = INTERNAL;
const NO_ROWS: readonly AuditEntry[] = [];

/** The audit log. The server filters by person and action; the table works on what was read. */
export function AuditLogTab() {
  const [choice, setChoice] = useState<AuditChoice>({ actor: "", action: "" });
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const log = useAuditLog(choice);
  const nowMs = useUtcDay();
  const columns = useMemo(() => auditColumns(nowMs), [nowMs]);
  const read = log.list.kind === "loaded" ? log.list.rows : NO_ROWS;
  const source = useMemo(() => createMemorySource<AuditEntry>(read, { columns }), [read, columns]);
  const isFiltered = choice.actor !== "" || choice.action !== "";
  return (
    <div className={styles.log}>
      <div className={styles.bar}>
        <BarSelect
          label={TEXT.who}
          value={choice.actor}
          onChange={(actor) => setChoice({ ...choice, actor })}
          options={[
            ["", TEXT.anyone],
            ...log.actors.map((one) => [one.actorId ?? OPERATOR, actorName(one)] as const),
          ]}
        />
        <BarSelect
          label={TEXT.what}
          value={choice.action}
          onChange={(action) => setChoice({ ...choice, action })}
          options={[
            ["", TEXT.anything],
            ...AUDIT_ACTIONS.map((action) => [action, INTERNAL.actions[action]] as const),
          ]}
        />
        <span ref={setTools} className={styles.tools} />
      </div>
      <ServerListStates list={log.list} what={TEXT.list} onRetry={log.reload}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<ScrollText size={26} aria-hidden="true" />}
              title={isFiltered ? TEXT.emptyFiltered : TEXT.empty}
            >
              {TEXT.emptyWords}
            </EmptyState>
          ) : (
            <>
              <RecordTable
                table="audit"
                caption={TEXT.caption}
                columns={columns}
                source={source}
                rowId={entryId}
                nowMs={nowMs}
                phone={{
                  look: "cards",
                  restOrder: TEXT.newestFirst,
                  card: (row, shows) => <AuditCard {...{ row, nowMs, shows }} />,
                }}
                toolsIn={tools}
              />
              <p className={styles.shown}>
                {TEXT.shown(rows.length, log.total)}
                {log.older && (
                  <Button variant="plain" onClick={log.older}>
                    {TEXT.older}
                  </Button>
                )}
              </p>
            </>
          )
        }
      </ServerListStates>
    </div>
  );
}

interface BarSelectProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Values with their words. */
  options: readonly (readonly [value: string | number, words: string])[];
}

function BarSelect({ label, value, onChange, options }: BarSelectProps) {
  const id = useId();
  return (
    <span className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.select}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}

const entryId = ({ id }: AuditEntry): string => id;

interface AuditCardProps {
  row: AuditEntry;
  nowMs: number;
  shows(columnId: string): boolean;
}

function AuditCard({ row, nowMs, shows }: AuditCardProps) {
  const { columns } = TEXT;
  return (
    <SubjectCard
      name={INTERNAL.actions[row.action]}
      remark={shows("target") && targetName(row)}
      facts={[
        { label: columns.actor, value: shows("actor") && actorName(row) },
        { label: columns.at, value: <AuditTime at={row.at} nowMs={nowMs} /> },
        { label: columns.changes, value: shows("changes") && cutList(changeTexts(row).join("; ")) },
      ].filter(({ value }) => value)}
    />
  );
}
