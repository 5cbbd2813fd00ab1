import FileX from "lucide-react/icons/file-x";
import { useMemo } from "react";
import { useAddressPart } from "../../../client/use-address-part.ts";
import { useServerList } from "../../../client/use-server-list.ts";
import { cutList } from "../../../domain/table/table-cell.ts";
import { ALGS } from "../../../messages/admin/admin.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import { isAlg } from "../../../protocol/records/internal-guards.ts";
import type { Alg } from "../../../protocol/shapes.ts";
import { SubjectCard } from "../../../ui/data-table/rows/subject-card.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { ALGS_PATH } from "../admin-calls.ts";
import { AdminTable } from "../admin-part.tsx";
import { RowName, RowPanel } from "../row-panel.tsx";
import { AlgDay, algColumns, ReadyTag, UpdateButton } from "./alg-columns.tsx";
import { AlgDialog } from "./alg-dialog.tsx";

interface AlgsTabProps {
  may: boolean;
  online: OnlineOnly;
  nowMs: number;
}

const { columns: words } = ALGS;

/** All algs, to a member the own ones; staff say where the model file of each lies. */
export function AlgsTab({ may, online, nowMs }: AlgsTabProps) {
  const { list, reload } = useServerList({ path: ALGS_PATH, row: isAlg });
  const { open, show, close } = useAddressPart("alg");
  const details = useAddressPart("details");
  const showDetails = details.show;
  const columns = useMemo(
    () => algColumns({ onOpen: showDetails, onUpdate: may ? show : null }),
    [may, show, showDetails],
  );
  const shown = list.kind === "loaded" ? list.rows.find(({ alg_id }) => alg_id === details.open) : undefined;
  const alg = list.kind === "loaded" ? list.rows.find(({ alg_id }) => alg_id === open) : undefined;
  return (
    <>
      <AdminTable
        part="algs"
        list={list}
        columns={columns}
        rowId={algId}
        onOpen={showDetails}
        card={(row, shows) => (
          <SubjectCard
            name={<RowName id={row.alg_id} name={row.alg_name} onOpen={showDetails} />}
            remark={[shows("framework") && row.framework, shows("id") && row.alg_id]
              .filter(Boolean)
              .join(" · ")}
            troubles={shows("ready") && <ReadyTag alg={row} />}
            facts={[
              {
                label: words.classes,
                value:
                  shows("classes") && cutList(row.class_definitions.map(({ label }) => label).join(", ")),
              },
              { label: words.bucket, value: shows("bucket") && row.alg_bucket },
              { label: words.path, value: shows("path") && row.alg_path },
              { label: words.created, value: shows("created") && <AlgDay iso={row.date_created} /> },
            ].filter(({ value }) => value)}
            actions={may && <UpdateButton alg={row} onUpdate={show} />}
          />
        )}
        onRetry={reload}
        {...{ may, nowMs }}
      />
      {shown !== undefined && (
        <RowPanel title={shown.alg_name} row={shown} columns={columns} onClose={details.close} />
      )}
      {may && open !== null && list.kind === "loaded" && alg === undefined && (
        <Dialog open onClose={close} title={ALGS.goneTitle}>
          <EmptyState icon={<FileX size={26} aria-hidden="true" />} title={ALGS.goneTitle}>
            {ALGS.gone}
          </EmptyState>
        </Dialog>
      )}
      {may && alg !== undefined && (
        <AlgDialog key={alg.alg_id} alg={alg} online={online} onClose={close} onDone={reload} />
      )}
    </>
  );
}

const algId = ({ alg_id }: Alg): string => alg_id;
