import { BASEMAP } from "../../messages/map/map.ts";
import styles from "./too-near-words.module.css";

/** Over a map of which `useTooNear` says that it is an empty plane. */
export function TooNearWords() {
  return <p className={styles.words}>{BASEMAP.tooNear}</p>;
}
