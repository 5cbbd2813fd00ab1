import { ScrollText } from "lucide-react";
import { useMemo, useState } from "react";
import { AUDIT_ACTIONS, OPERATOR } from "../../domain/account/audit.ts";
import { cutList } from "../../domain/table/table-cell.ts";
import { INTERNAL } from "../../messages/internal/internal.ts";
import { ServerListStates } from "../../parts/server-list-states.tsx";
import { systemClock } from "../../platform/system-clock.ts";
import type { AuditEntry } from "../../protocol/calls/internal-calls.ts";
import { Button } from "../../ui/controls/button.tsx";
import { SelectField } from "../../ui/controls/select-field.tsx";
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
  const log = useAuditLog(choice);
  const [nowMs] = useState(() => systemClock.now());
  const columns = useMemo(() => auditColumns(nowMs), [nowMs]);
  const read = log.list.kind === "loaded" ? log.list.rows : NO_ROWS;
  const source = useMemo(() => createMemorySource<AuditEntry>(read, { columns }), [read, columns]);
  const isFiltered = choice.actor !== "" || choice.action !== "";
  return (
    <div className={styles.log}>
      <div className={styles.filters}>
        <SelectField
          label={TEXT.who}
          name="actor"
          value={choice.actor}
          onChange={(actor) => setChoice({ ...choice, actor })}
          options={[
            { value: "", label: TEXT.anyone },
            ...log.actors.map((one) => ({
              value: one.actorId === null ? OPERATOR : String(one.actorId),
              label: actorName(one),
            })),
          ]}
        />
        <SelectField
          label={TEXT.what}
          name="action"
          value={choice.action}
          onChange={(action) => setChoice({ ...choice, action })}
          options={[
            { value: "", label: TEXT.anything },
            ...AUDIT_ACTIONS.map((action) => ({ value: action, label: INTERNAL.actions[action] })),
          ]}
        />
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
              <p className={styles.shown}>
                {TEXT.shown(rows.length, log.total)}
                {log.older && (
                  <Button variant="plain" onClick={log.older}>
                    {TEXT.older}
                  </Button>
                )}
              </p>
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
              />
            </>
          )
        }
      </ServerListStates>
    </div>
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
