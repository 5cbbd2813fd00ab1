import type { FormEvent, ReactNode } from "react";
import { GROUPS } from "../../messages/fleet/groups.ts";
import { TextField } from "../../ui/controls/form-field.tsx";
import type { GroupWords } from "./group-calls.ts";
import styles from "./groups.module.css";

interface GroupFieldsProps {
  id: string;
  words: GroupWords;
  onWords(words: GroupWords): void;
  nameError: string | undefined;
  nameHint?: string;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  children?: ReactNode;
}

export function GroupFields(props: GroupFieldsProps) {
  const { words, onWords, nameError, nameHint } = props;
  return (
    <form id={props.id} className={styles.form} noValidate onSubmit={props.onSubmit}>
      <TextField
        label={GROUPS.name}
        name="group-name"
        value={words.name}
        autoComplete="off"
        autoCapitalize="sentences"
        {...(nameError === undefined && nameHint !== undefined && { hint: nameHint })}
        error={nameError}
        onChange={(name) => onWords({ ...words, name })}
      />
      <TextField
        label={GROUPS.description}
        name="group-description"
        value={words.description}
        autoComplete="off"
        autoCapitalize="sentences"
        onChange={(description) => onWords({ ...words, description })}
      />
      {props.children}
    </form>
  );
}
