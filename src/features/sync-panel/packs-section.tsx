import { useLiveQuery } from "dexie-react-hooks";
import { Backpack } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Link } from "wouter";
import { type Pack, type PackState, picturesLeft } from "../../domain/pack.ts";
import { PACKS } from "../../messages/packs.ts";
import type { PackControl } from "../../sync/pack-control.ts";
import { Button } from "../../ui/button.tsx";
import { type ChipTone, Tag } from "../../ui/chip.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { usePacks } from "../pack-states.ts";
import { useServices } from "../services.tsx";
import styles from "./packs-section.module.css";
import panel from "./sync-panel.module.css";

const PackDialog = lazy(async () => ({ default: (await import("../pack-dialog.tsx")).PackDialog }));

/** What is packed for the field, how far it has come, and the way to pack more. */
export function PacksSection({ onClose }: { onClose(): void }) {
  const { mirror } = useServices();
  const packs = usePacks();
  const groups = useLiveQuery(() => mirror.groups(), [mirror]);
  const [packing, setPacking] = useState(false);
  const [said, setSaid] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  if (packs === undefined || groups === undefined) return null;
  const stored = packs.reduce((sum, { pack }) => sum + pack.stored, 0);
  return (
    <section className={panel.section} aria-label={PACKS.title}>
      <div className={panel.head}>
        <h3 ref={heading} tabIndex={-1}>
          {PACKS.title}
        </h3>
        {stored > 0 && <span className={panel.remark}>{PACKS.size(stored)}</span>}
      </div>
      {packs.length === 0 && <p className={panel.words}>{PACKS.none}</p>}
      <ul className={panel.list}>
        {packs.map(({ pack, state }) => (
          <PackedSet
            key={pack.packId}
            pack={pack}
            state={state}
            onOpen={onClose}
            onUnpacked={() => {
              setSaid(PACKS.unpacked(pack.name));
              // The button goes with its set.
              heading.current?.focus();
            }}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div className={panel.acts}>
        <Button icon={<Backpack size={18} aria-hidden="true" />} onClick={() => setPacking(true)}>
          {PACKS.pack}
        </Button>
      </div>
      {packing && (
        <Suspense fallback={null}>
          <PackDialog onClose={() => setPacking(false)} groups={groups} />
        </Suspense>
      )}
    </section>
  );
}

interface PackedSetProps {
  pack: Pack;
  state: PackState;
  onOpen(): void;
  onUnpacked(): void;
}

function PackedSet({ pack, state, onOpen, onUnpacked }: PackedSetProps) {
  const { packs } = useServices();
  const [sure, setSure] = useState(false);
  const { packId, name } = pack;
  const tell = (order: (control: PackControl) => Promise<void>) => void packs().then(order, () => undefined);
  const href = `/?tab=insights&archived=1&pack=${encodeURIComponent(packId)}`;
  const isOpenable = (pack.insights ?? 0) > 0;
  const isOpen = pack.insights === null || picturesLeft(pack) > 0;
  return (
    <li className={styles.set} aria-label={name}>
      <div className={styles.top}>
        <Backpack className={styles.icon} size={20} aria-hidden="true" />
        <div className={styles.names}>
          <strong>{name}</strong>
          <p className={panel.small}>{PACKS.what(pack)}</p>
        </div>
        <Tag tone={TONES[state]}>{PACKS.states[state]}</Tag>
      </div>
      {pack.insights !== null && isOpen && (
        <ProgressBar
          label={PACKS.progressOf(name)}
          value={pack.wanted - picturesLeft(pack)}
          max={pack.wanted}
        />
      )}
      <p className={panel.small}>{PACKS.words[state](pack)}</p>
      <div className={styles.acts}>
        {isOpenable && (
          <>
            <Link href={href} className={styles.link} aria-label={PACKS.openOne(name)} onClick={onOpen}>
              {PACKS.open}
            </Link>
            <Link
              href={`${href}&review=1`}
              className={styles.link}
              aria-label={PACKS.reviewOne(name)}
              onClick={onOpen}
            >
              {PACKS.review}
            </Link>
          </>
        )}
        {isOpen && pack.hold === null && (
          <Button aria-label={PACKS.pauseOne(name)} onClick={() => tell((control) => control.pause(packId))}>
            {PACKS.pause}
          </Button>
        )}
        {state === "costly" && (
          <Button onClick={() => tell((control) => control.allowAnyLink(packId))}>{PACKS.fetchNow}</Button>
        )}
        {state === "paused" && (
          <Button
            aria-label={PACKS.resumeOne(name)}
            onClick={() => tell((control) => control.resume(packId))}
          >
            {PACKS.resume}
          </Button>
        )}
        {state === "budget" && pack.budget !== null && (
          <Button onClick={() => tell((control) => control.allow(packId, (pack.budget ?? 0) * 2))}>
            {PACKS.allowMore(pack.budget)}
          </Button>
        )}
        {state === "full" && (
          <Button onClick={() => tell((control) => control.resume(packId))}>{PACKS.retry}</Button>
        )}
        {state === "partly" && (
          <Button onClick={() => tell((control) => control.retry(packId))}>{PACKS.retry}</Button>
        )}
        {sure ? (
          <Button
            variant="danger"
            onClick={() => {
              onUnpacked();
              tell((control) => control.unpack(packId));
            }}
          >
            {PACKS.unpackSure}
          </Button>
        ) : (
          <Button variant="plain" aria-label={PACKS.unpackOne(name)} onClick={() => setSure(true)}>
            {PACKS.unpack}
          </Button>
        )}
      </div>
    </li>
  );
}

const TONES: Record<PackState, ChipTone> = {
  insights: "primary",
  gathering: "primary",
  fetching: "primary",
  costly: "neutral",
  offline: "neutral",
  paused: "neutral",
  budget: "danger",
  full: "danger",
  tooMany: "danger",
  ready: "ok",
  partly: "danger",
};
