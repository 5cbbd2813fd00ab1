import Boxes from "lucide-react/icons/boxes";
import CloudOff from "lucide-react/icons/cloud-off";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { useDevicesView } from "../../client/devices-view.ts";
import { useFirstCopy } from "../../client/use-first-copy.ts";
import { useMirrored } from "../../client/use-sync.ts";
import { animalName } from "../../domain/device/deploy.ts";
import { cutList } from "../../domain/table/table-cell.ts";
import { USUAL_SIZES } from "../../domain/table/table-page.ts";
import { DEVICE_CARD } from "../../messages/fleet/device-card.ts";
import { MODELS } from "../../messages/fleet/models.ts";
import { pageTitle } from "../../messages/shell/shell.ts";
import { NotYetWords } from "../../parts/not-yet-words.tsx";
import { readableName } from "../../parts/species-label.tsx";
import type { Model } from "../../protocol/shapes.ts";
import { Button } from "../../ui/controls/button.tsx";
import { RecordTable } from "../../ui/data-table/record-table.tsx";
import { SubjectCard } from "../../ui/data-table/rows/subject-card.tsx";
import type { TableColumn } from "../../ui/data-table/table-column.ts";
import { createMemorySource } from "../../ui/data-table/table-source.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { useNow } from "../../ui/use-now.ts";
import { DeployDialog } from "./deploy-dialog.tsx";
import { countDeployed } from "./deployed.ts";
import styles from "./models-page.module.css";
import { OtherModels } from "./other-models.tsx";

/** The models of the account, from the mirror. */
export function ModelsPage() {
  const models = useMirrored((mirror) => mirror.models());
  const view = useDevicesView();
  const copy = useFirstCopy();
  const [deploying, setDeploying] = useState<string | null>(null);
  const nowMs = useNow(60_000);
  const model = models?.find(({ alg_id }) => alg_id === deploying);
  const deployed = useMemo(() => countDeployed(view?.devices ?? []), [view]);

  const isHere = models !== undefined && view !== undefined;
  const remark = isHere && models.length > 0 ? MODELS.count(models.length) : null;
  return (
    <Page title={pageTitle("models")} remark={remark}>
      {!isHere ? (
        <LoadingNotice />
      ) : models.length > 0 ? (
        <ModelLists models={models} deployed={deployed} nowMs={nowMs} onDeploy={setDeploying} />
      ) : copy === "here" ? (
        <EmptyState
          icon={<Boxes size={26} aria-hidden="true" />}
          title={MODELS.empty}
          action={
            <Link href="/?tab=marketplace" className={styles.link}>
              {MODELS.toMarketplace}
            </Link>
          }
        />
      ) : copy === "away" ? (
        <EmptyState icon={<CloudOff size={26} aria-hidden="true" />} title={MODELS.notYetTitle}>
          <NotYetWords />
        </EmptyState>
      ) : (
        <LoadingNotice />
      )}
      {isHere && model !== undefined && (
        <DeployDialog model={model} {...view} onClose={() => setDeploying(null)} />
      )}
    </Page>
  );
}

interface ModelTableProps {
  models: readonly Model[];
  /** On how many Sentinels each is, by its id. */
  deployed: ReadonlyMap<string, number>;
  nowMs: number;
  onDeploy(algId: string): void;
}

/** What runs on a Sentinel first, then what else is in the account. */
function ModelLists({ models, deployed, nowMs, onDeploy }: ModelTableProps) {
  const runs = useMemo(() => models.filter(({ alg_id }) => deployed.has(alg_id)), [models, deployed]);
  const others = useMemo(() => models.filter(({ alg_id }) => !deployed.has(alg_id)), [models, deployed]);
  return (
    <div className={styles.page}>
      {runs.length > 0 ? (
        <ModelTable models={runs} deployed={deployed} nowMs={nowMs} onDeploy={onDeploy} />
      ) : (
        <EmptyState icon={<Boxes size={26} aria-hidden="true" />} title={MODELS.noneDeployed}>
          {MODELS.noneDeployedWords}
        </EmptyState>
      )}
      {others.length > 0 && <OtherModels models={others} onDeploy={onDeploy} />}
    </div>
  );
}

function ModelTable({ models, deployed, nowMs, onDeploy }: ModelTableProps) {
  const columns = useMemo(() => columnsOf(deployed, onDeploy), [deployed, onDeploy]);
  const source = useMemo(() => createMemorySource(models, { columns }), [models, columns]);
  return (
    <RecordTable
      table="models"
      caption={MODELS.caption}
      columns={columns}
      source={source}
      rowId={({ alg_id }) => alg_id}
      nowMs={nowMs}
      pageSizes={USUAL_SIZES}
      phone={{
        look: "cards",
        leads: true,
        restOrder: DEVICE_CARD.byName,
        card: (model, shows) => (
          <SubjectCard
            name={model.alg_name}
            remark={
              shows("animals") &&
              cutList(model.classes.map((one) => readableName(animalName(one))).join(", "))
            }
            facts={
              shows("deployed")
                ? [
                    {
                      label: MODELS.columns.deployed,
                      value: MODELS.deployedOn(deployed.get(model.alg_id) ?? 0),
                    },
                  ]
                : []
            }
            actions={
              <Button aria-label={MODELS.deployModel(model.alg_name)} onClick={() => onDeploy(model.alg_id)}>
                {MODELS.deploy}
              </Button>
            }
          />
        ),
      }}
    />
  );
}

function columnsOf(
  deployed: ReadonlyMap<string, number>,
  onDeploy: (algId: string) => void,
): readonly TableColumn<Model>[] {
  return [
    {
      id: "name",
      type: "string",
      label: MODELS.columns.name,
      value: ({ alg_name }) => alg_name,
      sortable: true,
      locked: true,
      rowHeader: true,
      roomPx: 120,
    },
    {
      id: "animals",
      type: "list",
      label: MODELS.columns.animals,
      value: ({ classes }) => classes.map((one) => readableName(animalName(one))),
      roomPx: 110,
    },
    {
      id: "deployed",
      type: "number",
      label: MODELS.columns.deployed,
      value: ({ alg_id }) => deployed.get(alg_id) ?? 0,
      cell: ({ alg_id }) => MODELS.deployedOn(deployed.get(alg_id) ?? 0),
      sortable: true,
      leaves: 0,
      roomPx: 100,
      className: styles.deployed,
    },
    {
      id: "deploy",
      type: "buttons",
      label: MODELS.deploy,
      quietLabel: true,
      value: () => null,
      cell: ({ alg_id, alg_name }) => (
        <Button aria-label={MODELS.deployModel(alg_name)} onClick={() => onDeploy(alg_id)}>
          {MODELS.deploy}
        </Button>
      ),
      roomPx: 90,
      className: styles.deploy,
    },
  ];
}
