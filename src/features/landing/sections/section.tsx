import type { ReactNode } from "react";
import type { SectionId } from "../../../messages/landing/landing.ts";
import { classNames } from "../../../ui/class-names.ts";
import styles from "./section.module.css";

interface SectionProps {
  id: SectionId;
  title: string;
  words: string;
  /** Stands beside the words on wide screens; the words come first on phones. */
  picture?: ReactNode;
  /** The picture stands on the left. */
  turned?: boolean;
  children?: ReactNode;
  /** Content below both, over the whole width. */
  below?: ReactNode;
}

/** One of the five sections that the section menu leads to. */
export function Section({ id, title, words, picture, turned = false, children, below }: SectionProps) {
  return (
    <section className={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <div
        className={classNames(styles.sides, turned && styles.turned, picture === undefined && styles.whole)}
      >
        <div className={styles.text}>
          <h2 className={styles.title} id={`${id}-title`}>
            {title}
          </h2>
          <p className={styles.words}>{words}</p>
          {children}
        </div>
        {picture !== undefined && <div className={styles.picture}>{picture}</div>}
      </div>
      {below}
    </section>
  );
}

/** The promises of a section, each with an icon. */
export function Points({ points }: { points: readonly PointProps[] }) {
  return (
    <ul className={styles.points}>
      {points.map(({ icon, title, words }) => (
        <li key={title}>
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
          <div>
            <h3 className={styles.pointTitle}>{title}</h3>
            {words !== undefined && <p className={styles.pointWords}>{words}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface PointProps {
  icon: ReactNode;
  title: string;
  words?: string;
}

/** Steps in their order. */
export function Steps({ steps }: { steps: readonly { title: string; words: string }[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, words }) => (
        <li key={title}>
          <h3 className={styles.pointTitle}>{title}</h3>
          <p className={styles.pointWords}>{words}</p>
        </li>
      ))}
    </ol>
  );
}
