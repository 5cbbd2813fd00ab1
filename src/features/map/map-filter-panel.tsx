import { useEngineValue } from "../../client/use-engine-value.ts";
import { COMMS_SOURCES, INSIGHT_STATUSES } from "../../domain/insight/insight.ts";
import { insightsMessages } from "../../messages/insights/insights.ts";
import { MAP_FILTER } from "../../messages/map/map.ts";
import type { Group } from "../../protocol/shapes.ts";
import type { InsightEngine } from "../../query/insight-engine.ts";
import { TextField } from "../../ui/controls/form-field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { CheckList } from "./check-list.tsx";
import { isReversedRange, type MapFilter } from "./map-filter.ts";
import styles from "./map-filter-panel.module.css";

interface MapFilterPanelProps {
  filter: MapFilter;
  onChange(filter: MapFilter): void;
  groups: readonly Group[];
}

/** All that the map can be filtered by. */
export function MapFilterPanel({ filter, onChange, groups }: MapFilterPanelProps) {
  const classNames = useEngineValue(readClassNames) ?? [];
  const change = (part: Partial<MapFilter>) => onChange({ ...filter, ...part });
  return (
    <div className={styles.panel}>
      <TextField
        label={MAP_FILTER.deviceName}
        name="deviceName"
        type="search"
        hint={MAP_FILTER.deviceNameHint}
        value={filter.deviceName}
        onChange={(deviceName) => change({ deviceName })}
        autoComplete="off"
      />
      <CheckList
        label={MAP_FILTER.group}
        choices={groups.map(({ group_id, group_name }) => ({ value: group_id, label: group_name }))}
        chosen={filter.groupIds}
        onChange={(groupIds) => change({ groupIds })}
      />
      <CheckList
        label={MAP_FILTER.className}
        choices={classNames.map((value) => ({ value, label: value }))}
        chosen={filter.classNames}
        onChange={(chosen) => change({ classNames: chosen })}
      />
      <CheckList
        label={MAP_FILTER.status}
        choices={INSIGHT_STATUSES.map((value) => ({ value, label: insightsMessages.statusNames[value] }))}
        chosen={filter.statuses}
        onChange={(chosen) =>
          change({ statuses: INSIGHT_STATUSES.filter((status) => chosen.includes(status)) })
        }
      />
      <CheckList
        label={MAP_FILTER.source}
        choices={COMMS_SOURCES.map((value) => ({ value, label: insightsMessages.sourceNames[value] }))}
        chosen={filter.sources}
        onChange={(chosen) => change({ sources: COMMS_SOURCES.filter((source) => chosen.includes(source)) })}
      />
      <div className={styles.days}>
        <DayField label={MAP_FILTER.from} value={filter.from} onChange={(from) => change({ from })} />
        <DayField label={MAP_FILTER.to} value={filter.to} onChange={(to) => change({ to })} />
      </div>
      {isReversedRange(filter) && <Notice tone="danger">{MAP_FILTER.reversed}</Notice>}
      <p className={styles.hint}>{MAP_FILTER.words}</p>
    </div>
  );
}

function DayField({ label, value, onChange }: { label: string; value: string; onChange(day: string): void }) {
  return (
    <label className={styles.day}>
      {label}
      <input type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

async function readClassNames(engine: InsightEngine, signal: AbortSignal): Promise<readonly string[]> {
  const counts = await engine.group("className", { filter: { showArchived: true }, grouped: false }, signal);
  return counts.map(({ value }) => value);
}
