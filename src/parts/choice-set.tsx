import type { ComponentProps, ReactNode } from "react";
import styles from "./choice-set.module.css";

/** `hidden` hides the legend where it is obvious. */
export function ChoiceSet(props: { title: string; hidden?: boolean; children: ReactNode }) {
  return (
    <fieldset className={styles.set}>
      <legend className={props.hidden ? "visually-hidden" : styles.legend}>{props.title}</legend>
      {props.children}
    </fieldset>
  );
}

interface ChoiceOptionProps extends Omit<ComponentProps<"input">, "size"> {
  words: string;
  size?: string | null;
}

export function ChoiceOption({ words, size, ...input }: ChoiceOptionProps) {
  return (
    <label className={styles.option}>
      <input {...input} />
      <span>{words}</span>
      {size != null && <span className={styles.size}>{size}</span>}
    </label>
  );
}
