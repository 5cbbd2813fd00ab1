import PackageX from "lucide-react/icons/package-x";
import { useCallback, useMemo, useState } from "react";
import { useServices } from "../../../client/services.tsx";
import { useAddressPart } from "../../../client/use-address-part.ts";
import { useServerList } from "../../../client/use-server-list.ts";
import { cutList } from "../../../domain/table/table-cell.ts";
import { RELEASES } from "../../../messages/admin/releases.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import { browserLocalValues } from "../../../platform/stored-values.ts";
import type { Alg, Release } from "../../../protocol/shapes.ts";
import { SubjectCard } from "../../../ui/data-table/rows/subject-card.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { isRelease, RELEASES_PATH } from "../admin-calls.ts";
import { AdminTable } from "../admin-part.tsx";
import { useAlgNames } from "../use-alg-names.ts";
import { NewReleaseDialog } from "./new-release-dialog.tsx";
import { ReleaseName, releaseColumns } from "./release-columns.tsx";
import { type ReleaseDraft, withCurrentAlgs } from "./release-draft.ts";
import { ReleasePanel } from "./release-panel.tsx";
import { storeDraft, storedDraft } from "./stored-draft.ts";

/** Stands in the address instead of an id; ids are numbers. */
export const NEW_RELEASE = "new";

interface ReleasesTabProps {
  may: boolean;
  online: OnlineOnly;
  nowMs: number;
}

const { columns: words } = RELEASES;
const NO_ALGS: readonly Alg[] = [];

/** All releases, to a member those that are assigned; staff create new ones. */
export function ReleasesTab({ may, online, nowMs }: ReleasesTabProps) {
  const { list, reload } = useServerList({ path: RELEASES_PATH, row: isRelease });
  const { algs, reload: reloadAlgs, nameOf } = useAlgNames();
  const { open, show, close } = useAddressPart("release");
  const [stored, setDraft] = useStoredDraft();
  const knownAlgs = algs.kind === "loaded" ? algs.rows : NO_ALGS;
  const draft = useMemo(() => withCurrentAlgs(stored, knownAlgs), [stored, knownAlgs]);
  const columns = useMemo(() => releaseColumns(nameOf, show), [nameOf, show]);
  const release = list.kind === "loaded" ? list.rows.find(({ id }) => id === open) : undefined;
  const modelsText = ({ components }: Release) =>
    cutList(components.map(({ algMetadataId }) => nameOf(algMetadataId)).join(", "));
  return (
    <>
      <AdminTable
        part="releases"
        list={list}
        columns={columns}
        rowId={releaseId}
        onOpen={show}
        card={(row, shows) => (
          <SubjectCard
            name={<ReleaseName release={row} onOpen={show} />}
            remark={shows("description") && row.description}
            facts={[
              { label: words.models, value: shows("models") && modelsText(row) },
              { label: words.id, value: shows("id") && row.id },
            ].filter(({ value }) => value)}
          />
        )}
        onRetry={reload}
        {...{ may, nowMs }}
      />
      {may && open === NEW_RELEASE && (
        <NewReleaseDialog
          algs={algs}
          onAlgs={reloadAlgs}
          draft={draft}
          onDraft={setDraft}
          online={online}
          onClose={close}
          onDone={reload}
        />
      )}
      {release !== undefined && (
        <ReleasePanel release={release} algs={knownAlgs} nameOf={nameOf} onClose={close} />
      )}
      {open !== null && open !== NEW_RELEASE && list.kind === "loaded" && release === undefined && (
        <Dialog open onClose={close} title={RELEASES.goneTitle} placement="side">
          <EmptyState icon={<PackageX size={26} aria-hidden="true" />} title={RELEASES.goneTitle}>
            {RELEASES.gone}
          </EmptyState>
        </Dialog>
      )}
    </>
  );
}

/** The draft of this user: still there after a failed attempt, a closed form and a reload. */
function useStoredDraft(): [ReleaseDraft, (draft: ReleaseDraft) => void] {
  const { userId } = useServices();
  const [values] = useState(() => browserLocalValues());
  const [draft, setDraft] = useState(() => storedDraft(values, userId));
  const keep = useCallback(
    (next: ReleaseDraft) => {
      storeDraft(values, userId, next);
      setDraft(next);
    },
    [values, userId],
  );
  return [draft, keep];
}

const releaseId = ({ id }: Release): string => id;
