import { LANDING } from "../../../messages/landing/landing.ts";
import { classNames } from "../../../ui/class-names.ts";
import button from "../../../ui/controls/button.module.css";
import { Brand } from "../../../ui/layout/brand.tsx";
import styles from "./closing.module.css";

export function Closing() {
  return (
    <div className={styles.closing}>
      <h2>{LANDING.closing.title}</h2>
      <a className={classNames(button.button, button.primary, styles.action)} href="/signup">
        {LANDING.callToAction}
      </a>
    </div>
  );
}

export function Footer() {
  return (
    <footer className={styles.footer}>
      <Brand size={24} />
      <p>{LANDING.footer.placeholder}</p>
    </footer>
  );
}
