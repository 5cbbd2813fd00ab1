import type { ComponentProps, ReactNode } from "react";
import styles from "./choice-set.module.css";

/** Choices below each other, under what they are about; `hidden` where that is plain to see. */
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
  /** What it would cost, at the end of its line. */
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
