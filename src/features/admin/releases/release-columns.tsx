import { cutString } from "../../../domain/table/table-cell.ts";
import { RELEASES } from "../../../messages/admin/releases.ts";
import type { Release } from "../../../protocol/shapes.ts";
import twoLines from "../../../ui/data-table/rows/two-lines.module.css";
import type { TableColumn } from "../../../ui/data-table/table-column.ts";
import styles from "../admin.module.css";

const { columns: words } = RELEASES;

/** @param algName the name of an alg by its id */
export function releaseColumns(
  algName: (algId: string) => string,
  onOpen: (releaseId: string) => void,
): readonly TableColumn<Release>[] {
  return [
    {
      id: "name",
      type: "string",
      label: words.name,
      value: ({ name }) => name,
      cell: (release) => <ReleaseName release={release} onOpen={onOpen} />,
      sortable: true,
      locked: true,
      rowHeader: true,
      roomPx: 150,
      className: styles.first,
    },
    {
      id: "id",
      type: "string",
      label: words.id,
      value: ({ id }) => id,
      sortable: true,
      roomPx: 85,
      className: styles.figure,
    },
    {
      id: "description",
      type: "string",
      label: words.description,
      value: ({ description }) => description,
      sortable: true,
      roomPx: 160,
    },
    {
      id: "models",
      type: "list",
      label: words.models,
      value: ({ components }) => components.map(({ algMetadataId }) => algName(algMetadataId)),
      roomPx: 170,
    },
    {
      id: "count",
      type: "number",
      label: words.count,
      value: ({ components }) => components.length,
      sortable: true,
      hidden: true,
      roomPx: 90,
    },
  ];
}

interface ReleaseNameProps {
  release: Release;
  onOpen(releaseId: string): void;
}

export function ReleaseName({ release: { id, name }, onOpen }: ReleaseNameProps) {
  return (
    <button
      type="button"
      className={styles.open}
      title={name}
      aria-label={RELEASES.open(name)}
      onClick={() => onOpen(id)}
    >
      <span className={twoLines.lines}>{cutString(name)}</span>
    </button>
  );
}
