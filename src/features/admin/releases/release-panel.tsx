import Package from "lucide-react/icons/package";
import { EMPTY_CLASS_ID } from "../../../domain/insight/insight.ts";
import { RELEASES } from "../../../messages/admin/releases.ts";
import type { Alg, Component, Release } from "../../../protocol/shapes.ts";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { FactList } from "../../../ui/layout/fact-list.tsx";
import styles from "./releases.module.css";

interface ReleasePanelProps {
  release: Release;
  algs: readonly Alg[];
  nameOf(algId: string): string;
  onClose(): void;
}

/** A release with all that it says of its models. */
export function ReleasePanel({ release, algs, nameOf, onClose }: ReleasePanelProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={release.name}
      subtitle={RELEASES.modelCount(release.components.length)}
      icon={<Package size={20} aria-hidden="true" />}
      placement="side"
    >
      <div className={styles.panel}>
        <p className={release.description ? undefined : styles.quiet}>
          {release.description || RELEASES.noDescription}
        </p>
        {release.components.map((component, place) => (
          <ComponentFacts
            // biome-ignore lint/suspicious/noArrayIndexKey: an alg may be in a release twice, and the list never changes
            key={place}
            component={component}
            title={RELEASES.modelNumber(place + 1, nameOf(component.algMetadataId))}
            alg={algs.find(({ alg_id }) => alg_id === component.algMetadataId)}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface ComponentFactsProps {
  component: Component;
  title: string;
  alg: Alg | undefined;
}

function ComponentFacts({ component, title, alg }: ComponentFactsProps) {
  const labels = new Map(alg?.class_definitions.map(({ class_id, label }) => [class_id, label]));
  const classes = (ids: readonly number[]) =>
    ids.length === 0
      ? RELEASES.none
      : ids
          .map((id) => labels.get(id) ?? (id === EMPTY_CLASS_ID ? RELEASES.empty : RELEASES.class(id)))
          .join(", ");
  const flag = (on: boolean) => (on ? RELEASES.yes : RELEASES.no);
  const { downstreamConfigs: configs } = component;
  const facts: [string, string][] = [
    [RELEASES.ignored, classes(component.ignoredClasses)],
    [RELEASES.bypass, classes(component.bypassClasses)],
    [RELEASES.normalization, component.imageNormalizationMethod],
    [RELEASES.intermediate, flag(component.isIntermediate)],
    [RELEASES.saveBoxes, flag(component.saveBBImages)],
    [RELEASES.saveCropped, flag(component.saveCroppedImages)],
    [RELEASES.downstream, configs.length === 0 ? RELEASES.none : JSON.stringify(configs)],
  ];
  return (
    <section className={styles.component} aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <FactList facts={facts} />
    </section>
  );
}
