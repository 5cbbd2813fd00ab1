import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type HTMLInputAutoCompleteAttribute, type ReactNode, useId, useState } from "react";
import { HIDE_PASSWORD, SHOW_PASSWORD } from "../../messages/words.ts";
import { classNames } from "../class-names.ts";
import { FieldFrame } from "./field-frame.tsx";
import styles from "./form-field.module.css";

interface TextFieldProps {
  label: string;
  name: string;
  value: string;
  onChange(value: string): void;
  type?: "text" | "email" | "tel" | "password" | "search" | "number" | "time";
  hint?: string;
  error?: string | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Suggestions; any other text may be typed. */
  suggestions?: readonly string[];
  inputMode?: "text" | "email" | "tel" | "numeric" | "decimal" | "search";
  autoCapitalize?: "none" | "words" | "sentences";
  autoFocus?: boolean;
  disabled?: boolean;
  end?: ReactNode;
}

export function TextField({
  label,
  name,
  value,
  onChange,
  type = "text",
  hint,
  error,
  suggestions,
  end,
  ...input
}: TextFieldProps) {
  const listId = useId();
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(attributes) => (
        <>
          <div className={classNames(styles.frame, error !== undefined && styles.wrong)}>
            <input
              {...input}
              {...attributes}
              name={name}
              type={type}
              value={value}
              className={styles.input}
              aria-invalid={error !== undefined || undefined}
              list={suggestions ? listId : undefined}
              onChange={(event) => onChange(event.target.value)}
            />
            {end}
          </div>
          {suggestions && (
            <datalist id={listId}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </FieldFrame>
  );
}

export function PasswordField(props: Omit<TextFieldProps, "type" | "end">) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      {...props}
      type={shown ? "text" : "password"}
      end={
        <button
          type="button"
          className={styles.reveal}
          aria-label={shown ? HIDE_PASSWORD : SHOW_PASSWORD}
          title={shown ? HIDE_PASSWORD : SHOW_PASSWORD}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={20} /> : <Eye size={20} />}
        </button>
      }
    />
  );
}
