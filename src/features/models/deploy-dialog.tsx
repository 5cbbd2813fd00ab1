import Check from "lucide-react/icons/check";
import Search from "lucide-react/icons/search";
import { useMemo, useState } from "react";
import { MODELS } from "../../messages/fleet/models.ts";
import { CLOSE } from "../../messages/words.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import type { Device, Group, Model } from "../../protocol/shapes.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { useBackCloses } from "../../ui/layout/use-back-closes.ts";
import styles from "./deploy-dialog.module.css";
import { DeployRow } from "./deploy-row.tsx";
import { type CarrierGroup, carriersOf, isFound } from "./deployed.ts";
import type { DeployTarget } from "./models-calls.ts";
import { useDeploy } from "./use-deploy.ts";

/** Sentinels drawn at first; a search finds the others. */
const FIRST_SHOWN = 50;

interface DeployDialogProps {
  model: Model;
  devices: readonly Device[];
  groups: readonly Group[];
  onClose(): void;
}

/** Groups first, then each Sentinel. */
export function DeployDialog({ model, devices, groups, onClose }: DeployDialogProps) {
  useBackCloses(true, onClose);
  const { busy, answers, change } = useDeploy(model, devices);
  const online = useOnlineOnly(MODELS.what);
  const [text, setText] = useState("");
  const [shown, setShown] = useState(FIRST_SHOWN);
  const carriers = useMemo(
    () => carriersOf(model.alg_id, devices, groups, answers),
    [model, devices, groups, answers],
  );
  const foundGroups = carriers.groups.filter(({ name }) => isFound(text, [name]));
  const found = carriers.sentinels.filter(({ id, name, groupName }) => isFound(text, [name, id, groupName]));
  const more = found.length - shown;

  return (
    <Dialog
      open
      onClose={onClose}
      title={MODELS.dialogTitle(model.alg_name)}
      subtitle={MODELS.dialogWords}
      width="wide"
      footer={<Button onClick={onClose}>{CLOSE}</Button>}
    >
      <div className={styles.content}>
        {online.reason}
        {devices.length === 0 ? (
          <p>{MODELS.noSentinels}</p>
        ) : (
          <label className={styles.search}>
            <Search size={16} aria-hidden="true" />
            <input
              type="search"
              aria-label={MODELS.search}
              placeholder={MODELS.search}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </label>
        )}
        {foundGroups.length > 0 && (
          <GroupRows groups={foundGroups} button={online.button} busy={busy} change={change} />
        )}
        {found.length > 0 && (
          <section aria-label={MODELS.sentinels}>
            <h3 className={styles.heading}>{MODELS.sentinels}</h3>
            <ul className={styles.rows} data-list="acts">
              {found.slice(0, shown).map(({ id, name, groupName, on }) => (
                <DeployRow
                  key={id}
                  name={name}
                  remark={[id, groupName].filter((part) => part !== null).join(" · ")}
                  state={
                    <span className={on ? styles.on : styles.off}>
                      {on && <Check size={16} aria-hidden="true" />}
                      {on ? MODELS.on : MODELS.off}
                    </span>
                  }
                >
                  <Button
                    {...online.button}
                    aria-label={on ? MODELS.takeFrom(name) : MODELS.putOn(name)}
                    busy={busy.has(id)}
                    onClick={() => void change(id, name, { device_id: id }, !on)}
                  >
                    {on ? MODELS.take : MODELS.put}
                  </Button>
                </DeployRow>
              ))}
            </ul>
            {more > 0 && (
              <Button variant="plain" onClick={() => setShown(shown + FIRST_SHOWN)}>
                {MODELS.showMore(Math.min(more, FIRST_SHOWN))}
              </Button>
            )}
          </section>
        )}
        {devices.length > 0 && foundGroups.length + found.length === 0 && (
          <p role="status">{MODELS.noneFound}</p>
        )}
      </div>
    </Dialog>
  );
}

interface GroupRowsProps {
  groups: readonly CarrierGroup[];
  button: OnlineOnly["button"];
  /** Keys of the rows whose calls are under way. */
  busy: ReadonlySet<string>;
  /** @param key of the row that the button stands in  @param name of what is changed */
  change(key: string, name: string, target: DeployTarget, on: boolean): Promise<void>;
}

/** Each group with what can be done with all of it: put the model on, take it off, or both. */
function GroupRows({ groups, button, busy, change }: GroupRowsProps) {
  return (
    <section aria-label={MODELS.groups}>
      <h3 className={styles.heading}>{MODELS.groups}</h3>
      <ul className={styles.rows} data-list="acts">
        {groups.map(({ id, name, on, all }) => (
          <DeployRow key={id} name={name} remark={MODELS.ofGroup(on, all)}>
            {([true, false] as const)
              .filter((put) => (put ? on < all : on > 0))
              .map((put) => (
                <Button
                  key={String(put)}
                  {...button}
                  aria-label={`${put ? MODELS.putAll : MODELS.takeAll}: ${name}`}
                  busy={busy.has(`group ${id}`)}
                  onClick={() => void change(`group ${id}`, name, { group_id: id }, put)}
                >
                  {put ? MODELS.putAll : MODELS.takeAll}
                </Button>
              ))}
          </DeployRow>
        ))}
      </ul>
    </section>
  );
}
