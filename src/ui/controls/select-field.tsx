import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import styles from "./form-field.module.css";

interface SelectFieldProps {
  label: string;
  name: string;
  value: string;
  onChange(value: string): void;
  /** The first with an empty value stands for a choice that is still to be made. */
  options: readonly { value: string; label: string }[];
  hint?: ReactNode;
  /** Something has to be chosen here; the words are said elsewhere. */
  wrong?: boolean;
  /** What is wrong, said here. */
  error?: string | undefined;
  disabled?: boolean;
}

/** A labelled choice of one, the browser's own. */
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
