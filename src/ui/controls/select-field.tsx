import type { ReactNode } from "react";
import { FieldFrame } from "./field-frame.tsx";
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
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(attributes) => (
        <select
          {...attributes}
          name={name}
          className={wrong ? `${styles.select} ${styles.wrong}` : styles.select}
          value={value}
          disabled={disabled}
          aria-invalid={wrong || undefined}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
