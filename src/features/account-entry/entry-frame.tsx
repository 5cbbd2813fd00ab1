import type { ReactNode } from "react";
import { ACCOUNT } from "../../messages/shell/account.ts";
import scene from "../../parts/forest-scene.svg";
import { Brand } from "../../ui/layout/brand.tsx";
import styles from "./entry-frame.module.css";

interface EntryFrameProps {
  title: string;
  tagline: string;
  children: ReactNode;
  foot?: ReactNode;
  long?: boolean;
}

export function EntryFrame({ title, tagline, children, foot, long = false }: EntryFrameProps) {
  return (
    <main className={styles.page} data-long={long || undefined}>
      <img className={styles.scene} src={scene} alt={ACCOUNT.sceneAlt} />
      <div className={styles.sheet}>
        <div className={styles.column}>
          <Brand size={32} />
          <div className={styles.words}>
            <h1>{title}</h1>
            <p>{tagline}</p>
          </div>
          {children}
          {foot && <div className={styles.foot}>{foot}</div>}
        </div>
      </div>
    </main>
  );
}
