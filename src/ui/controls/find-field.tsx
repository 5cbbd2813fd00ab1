import Search from "lucide-react/icons/search";
import { classNames } from "../class-names.ts";
import styles from "./find-field.module.css";

interface FindFieldProps {
  /** Its name, and the words in it while it is empty. */
  label: string;
  value: string;
  onChange(text: string): void;
  /** Its place in the row. */
  className?: string | undefined;
}

/** A field that narrows the list below it. */
export function FindField({ label, value, onChange, className }: FindFieldProps) {
  return (
    <label className={classNames(styles.find, className)}>
      <Search size={16} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
      <input
        type="search"
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
