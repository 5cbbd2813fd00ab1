import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import styles from "./form-field.module.css";

interface SelectFieldProps {
  label: string;
  name: string;
  value: string;
  onChange(value: string): void;
  /** An empty value stands for no choice yet. */
  options: readonly { value: string; label: string }[];
  hint?: ReactNode;
  /** Marks the field as wrong; the message is elsewhere. */
  wrong?: boolean;
  error?: string | undefined;
  disabled?: boolean;
}

export function SelectField(props: SelectFieldProps) {
  const { label, name, value, onChange, options, hint, error, disabled = false } = props;
  const { wrong = error !== undefined } = props;
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        className={wrong ? `${styles.select} ${styles.wrong}` : styles.select}
        value={value}
        disabled={disabled}
        aria-invalid={wrong || undefined}
        aria-describedby={described || undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
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
