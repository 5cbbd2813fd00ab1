import { Screenshot } from "../screenshot.tsx";
import styles from "./pictures.module.css";

interface Picture {
  name: string;
  alt: string;
}

/** One screen on a desk, and another on a phone that stands over its corner. */
export function DeskAndPhone({ desk, phone }: { desk: Picture; phone: Picture }) {
  return (
    <div className={styles.pictures}>
      <Screenshot {...desk} shape="desk" sizes="(min-width: 921px) 50vw, 92vw" />
      <Screenshot {...phone} shape="phone" sizes="(min-width: 921px) 200px, 30vw" className={styles.phone} />
    </div>
  );
}
