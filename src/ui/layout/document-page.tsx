import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Brand } from "./brand.tsx";
import styles from "./document-page.module.css";

interface DocumentPageProps {
  /** The link home, drawn around the name of the app. */
  home(brand: { className: string | undefined; children: ReactNode }): ReactNode;
  /** The width and the gaps of its content. */
  className: string | undefined;
  children: ReactNode;
}

/** A page to read, for everybody: outside of the shell, below the name of the app. */
export function DocumentPage({ home, className, children }: DocumentPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>{home({ className: styles.brand, children: <Brand /> })}</header>
      <main className={classNames(styles.main, className)}>{children}</main>
    </div>
  );
}
