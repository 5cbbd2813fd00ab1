import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type HTMLInputAutoCompleteAttribute, type ReactNode, useId, useState } from "react";
import { HIDE_PASSWORD, SHOW_PASSWORD } from "../../messages/words.ts";
import { classNames } from "../class-names.ts";
import styles from "./form-field.module.css";

interface TextFieldProps {
  label: string;
  name: string;
  value: string;
  onChange(value: string): void;
  type?: "text" | "email" | "tel" | "password" | "search" | "number";
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
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={classNames(styles.frame, error !== undefined && styles.wrong)}>
        <input
          {...input}
          id={id}
          name={name}
          type={type}
          value={value}
          className={styles.input}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described || undefined}
          list={suggestions ? `${id}-list` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <CircleAlert size={14} aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
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
