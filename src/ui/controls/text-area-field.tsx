import type { ReactNode } from "react";
import { FieldFrame } from "./field-frame.tsx";
import styles from "./form-field.module.css";

interface TextAreaFieldProps {
  label: string;
  name: string;
  value: string;
  onChange(value: string): void;
  rows?: number;
  /** For code: letters of one width, no spelling marks. */
  code?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
}

/** Text of several lines. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, name, value, onChange, rows = 3, code = false, hint, error } = props;
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(attributes) => (
        <textarea
          {...attributes}
          name={name}
          rows={rows}
          className={styles.area}
          data-code={code || undefined}
          spellCheck={!code}
          autoCapitalize={code ? "none" : "sentences"}
          aria-invalid={error !== undefined || undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FieldFrame>
  );
}
