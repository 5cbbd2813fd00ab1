import type { CSSProperties } from "react";
import styles from "./skeleton.module.css";

/** Keeps the place of what is on its way; lengths are any of CSS. Hidden from those who listen. */
export function Skeleton({ width = "100%", height = "1em", radius }: SkeletonProps) {
  const style: CSSProperties = { width, height, ...(radius === undefined ? {} : { borderRadius: radius }) };
  return <span className={styles.skeleton} style={style} aria-hidden="true" />;
}

interface SkeletonProps {
  width?: string | number;
  height?: string | number;
  radius?: string | number;
}
