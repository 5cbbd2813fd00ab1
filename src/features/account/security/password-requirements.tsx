import Circle from "lucide-react/icons/circle";
import CircleCheck from "lucide-react/icons/circle-check";
import { useId } from "react";
import { PASSWORD_FAULTS, passwordFaults } from "../../../domain/account/password.ts";
import { PASSWORD, PASSWORD_REQUIREMENTS } from "../../../messages/account/security.ts";
import { classNames } from "../../../ui/class-names.ts";
import styles from "./security.module.css";

/** The requirements of a new password, each marked as it is typed. */
export function PasswordRequirements({ current, next }: { current: string; next: string }) {
  const titleId = useId();
  // Nothing typed yet meets nothing, although an empty text is no common password.
  const faults = next === "" ? PASSWORD_FAULTS : passwordFaults(next, current);
  return (
    <div className={styles.requirements}>
      <p id={titleId} className={styles.requirementsTitle}>
        {PASSWORD.requirements}
      </p>
      <ul aria-labelledby={titleId}>
        {PASSWORD_FAULTS.map((fault) => {
          const met = !faults.includes(fault);
          const Icon = met ? CircleCheck : Circle;
          return (
            <li key={fault} className={classNames(styles.requirement, met && styles.met)}>
              <Icon size={16} aria-hidden="true" />
              {PASSWORD_REQUIREMENTS[fault]}
              <span className="visually-hidden">{`, ${met ? PASSWORD.met : PASSWORD.notMet}`}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
