import type { CSSProperties } from "react";
import styles from "./skeleton.module.css";

/** Reserves the place of content that is loading; lengths are CSS. Hidden from screen readers. */
export function Skeleton({ width = "100%", height = "1em", radius }: SkeletonProps) {
  const style: CSSProperties = { width, height, ...(radius === undefined ? {} : { borderRadius: radius }) };
  return <span className={styles.skeleton} style={style} aria-hidden="true" />;
}

interface SkeletonProps {
  width?: string | number;
  height?: string | number;
  radius?: string | number;
}
