import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/form-field.tsx";
import styles from "./entry-form.module.css";

interface EmailFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  error: string | undefined;
  /** The page is for this field: a person can type at once. */
  autoFocus?: boolean;
}

/** Password managers take the e-mail address for the user name. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      {...props}
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoComplete="username"
    />
  );
}

export function SubmitButton(props: { busy: boolean; disabled: boolean; children: string }) {
  return <Button {...props} type="submit" variant="primary" fill className={styles.submit} />;
}
