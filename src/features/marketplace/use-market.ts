import { useMemo, useState } from "react";
import { callProblem } from "../../client/call-problem.ts";
import type { ServerList } from "../../client/server-list.ts";
import { useServices } from "../../client/services.tsx";
import { useServerList } from "../../client/use-server-list.ts";
import { MARKETPLACE } from "../../messages/fleet/marketplace.ts";
import { saveFile } from "../../platform/save-file.ts";
import type { MarketModel } from "../../protocol/shapes.ts";
import { showToast } from "../../state/toast-store.ts";
import { marketName } from "./market-filter.ts";
import { addModel, fetchModelFile, isMarketModel, MARKET_PATH } from "./marketplace-calls.ts";

/** 0 to 1; null where the length is not known. */
type Downloads = ReadonlyMap<string, number | null>;

/** The server's models, with additions since it was read and running downloads. */
export function useMarket() {
  const { http, sync } = useServices();
  const read = useServerList({ path: MARKET_PATH, row: isMarketModel });
  const [added, setAdded] = useState<ReadonlyMap<string, MarketModel>>(new Map());
  const [adding, setAdding] = useState<ReadonlySet<string>>(new Set());
  const [downloads, setDownloads] = useState<Downloads>(new Map());
  const list = useMemo(() => withAdded(read.list, added), [read.list, added]);

  const add = async (model: MarketModel) => {
    setAdding((before) => new Set(before).add(model.alg_id));
    const outcome = await addModel(http, model.alg_id);
    setAdding((before) => new Set([...before].filter((id) => id !== model.alg_id)));
    if (outcome.kind !== "answer") {
      showToast({ message: callProblem(outcome), tone: "error" });
      if (outcome.kind === "refusal" && outcome.status === 404) read.reload();
      return;
    }
    setAdded((before) => new Map(before).set(model.alg_id, outcome.value.message));
    showToast({ message: MARKETPLACE.added(marketName(model)), tone: "ok" });
    await sync.pullNow();
  };

  const download = async (model: MarketModel) => {
    const id = model.alg_id;
    setDownloads((before) => new Map(before).set(id, null));
    try {
      const { blob, name } = await fetchModelFile(http, id, (share) =>
        setDownloads((before) => new Map(before).set(id, share)),
      );
      saveFile(blob, name ?? marketName(model));
    } catch {
      showToast({ message: MARKETPLACE.downloadFailed(id), tone: "error" });
    }
    setDownloads((before) => new Map([...before].filter(([one]) => one !== id)));
  };
  return { list, reload: read.reload, adding, downloads, add, download };
}

function withAdded(
  list: ServerList<MarketModel>,
  added: ReadonlyMap<string, MarketModel>,
): ServerList<MarketModel> {
  if (list.kind !== "loaded" || added.size === 0) return list;
  return { ...list, rows: list.rows.map((row) => added.get(row.alg_id) ?? row) };
}
