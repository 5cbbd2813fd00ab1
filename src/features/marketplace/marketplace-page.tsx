import SearchX from "lucide-react/icons/search-x";
import Store from "lucide-react/icons/store";
import { useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import { MARKETPLACE } from "../../messages/fleet/marketplace.ts";
import { pageTitle } from "../../messages/shell/shell.ts";
import { ServerListStates } from "../../parts/server-list-states.tsx";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import type { MarketModel } from "../../protocol/shapes.ts";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { choicesIn, isFiltered, type MarketFilter, matchingModels, NO_FILTER } from "./market-filter.ts";
import { MarketFilters } from "./market-filters.tsx";
import styles from "./marketplace.module.css";
import { type CardActs, ModelCard } from "./model-card.tsx";
import { ModelDetails } from "./model-details.tsx";
import { useMarket } from "./use-market.ts";

const CARDS_A_STEP = 60;

/** The public models, read online; search and filters are in the address. */
export function MarketplacePage() {
  const market = useMarket();
  const { list } = market;
  const online = useOnlineOnly(MARKETPLACE.what);
  const [filter, setFilter] = useMarketFilter();
  const [opened, setOpened] = useState<string | null>(null);
  const models = list.kind === "loaded" ? list.rows : null;
  const found = useMemo(() => matchingModels(models ?? [], filter), [models, filter]);
  const choices = useMemo(() => choicesIn(models ?? []), [models]);
  const detailed = models?.find(({ alg_id }) => alg_id === opened);

  const actsOf = (model: MarketModel): CardActs => ({
    online,
    adding: market.adding.has(model.alg_id),
    share: market.downloads.get(model.alg_id),
    onAdd: () => market.add(model),
    onDownload: () => void market.download(model),
  });
  const remark =
    models !== null && models.length > 0
      ? isFiltered(filter)
        ? MARKETPLACE.found(found.length, models.length)
        : MARKETPLACE.count(models.length)
      : null;

  return (
    <Page title={pageTitle("marketplace")} remark={remark && <span role="status">{remark}</span>}>
      <ServerListStates list={list} what={MARKETPLACE.list} onRetry={market.reload}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<Store size={26} aria-hidden="true" />} title={MARKETPLACE.empty}>
              {MARKETPLACE.emptyWords}
            </EmptyState>
          ) : (
            <>
              <MarketFilters filter={filter} choices={choices} onFilter={setFilter} />
              {online.reason}
              {found.length === 0 ? (
                <EmptyState
                  icon={<SearchX size={26} aria-hidden="true" />}
                  title={MARKETPLACE.noneFound}
                  action={<Button onClick={() => setFilter(NO_FILTER)}>{MARKETPLACE.clear}</Button>}
                >
                  {MARKETPLACE.noneFoundWords}
                </EmptyState>
              ) : (
                <Cards models={found} actsOf={actsOf} onDetails={setOpened} />
              )}
            </>
          )
        }
      </ServerListStates>
      {detailed && <ModelDetails model={detailed} {...actsOf(detailed)} onClose={() => setOpened(null)} />}
    </Page>
  );
}

interface CardsProps {
  models: readonly MarketModel[];
  actsOf(model: MarketModel): CardActs;
  onDetails(algId: string): void;
}

function Cards({ models, actsOf, onDetails }: CardsProps) {
  const [shown, setShown] = useState(CARDS_A_STEP);
  const more = models.length - shown;
  return (
    <>
      <ul className={styles.cards} data-list aria-label={MARKETPLACE.cards}>
        {models.slice(0, shown).map((model) => (
          <ModelCard
            key={model.alg_id}
            model={model}
            {...actsOf(model)}
            onDetails={() => onDetails(model.alg_id)}
          />
        ))}
      </ul>
      {more > 0 && (
        <Button className={styles.more} onClick={() => setShown(shown + CARDS_A_STEP)}>
          {MARKETPLACE.showMore(Math.min(more, CARDS_A_STEP))}
        </Button>
      )}
    </>
  );
}

const NAMES = { text: "q", animal: "animal", framework: "framework" } as const;

/** Search and filters in the address; replaced on change, so that typing adds no history. */
function useMarketFilter(): [MarketFilter, (filter: MarketFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const [text, animal, framework] = [NAMES.text, NAMES.animal, NAMES.framework].map(
    (name) => search.get(name) ?? "",
  );
  const filter = useMemo(
    () => ({ text: text ?? "", animal: animal ?? "", framework: framework ?? "" }),
    [text, animal, framework],
  );
  const change = (next: MarketFilter) =>
    setSearch(
      (before) => {
        const params = new URLSearchParams(before);
        for (const [field, name] of Object.entries(NAMES) as [keyof MarketFilter, string][]) {
          if (next[field] === "") params.delete(name);
          else params.set(name, next[field]);
        }
        return params;
      },
      { replace: true },
    );
  return [filter, change];
}
