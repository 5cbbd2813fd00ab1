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
  /** Said beneath the field before anything is wrong. */
  hint?: string;
  /** What the server or a rule says against the value. */
  error?: string | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Offered as the person types; anything else may be written too. */
  suggestions?: readonly string[];
  inputMode?: "text" | "email" | "tel" | "numeric" | "decimal" | "search";
  autoCapitalize?: "none" | "words" | "sentences";
  autoFocus?: boolean;
  disabled?: boolean;
  /** Inside the frame, after the text. */
  end?: ReactNode;
}

/** A labelled text field with its hint and its error tied to it for those who listen. */
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

/** A password, hidden until the person asks to see it. */
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
