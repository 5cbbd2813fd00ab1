import type { ReactNode } from "react";
import styles from "./subject-card.module.css";

interface SubjectCardProps {
  /** A picture over the whole width. */
  media?: ReactNode;
  name: ReactNode;
  /** Of the name as a heading: 3 where the cards stand under a heading of their own. */
  nameLevel?: 2 | 3;
  /** Beside the name. */
  state?: ReactNode;
  /** Under the name, where it is or what it says of itself. */
  remark?: ReactNode;
  /** Its troubles, as tags. */
  troubles?: ReactNode;
  facts?: readonly { label: string; value: ReactNode }[];
  actions?: ReactNode;
}

/** A card of one subject on a phone: its parts in the order in which a ranger needs them. */
export function SubjectCard(props: SubjectCardProps) {
  const { media, name, nameLevel = 2, state, remark, troubles, facts = [], actions } = props;
  const Name = `h${nameLevel}` as const;
  return (
    <article className={styles.card}>
      {media && <div className={styles.media}>{media}</div>}
      <div className={styles.words}>
        <div className={styles.head}>
          <Name className={styles.name}>{name}</Name>
          {state}
        </div>
        {remark && <p className={styles.remark}>{remark}</p>}
        {troubles && <div className={styles.troubles}>{troubles}</div>}
        {(facts.length > 0 || actions) && (
          <div className={styles.foot}>
            {facts.length > 0 && (
              <dl className={styles.facts}>
                {facts.map(({ label, value }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            )}
            {actions && <div className={styles.actions}>{actions}</div>}
          </div>
        )}
      </div>
    </article>
  );
}
