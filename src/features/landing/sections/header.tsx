import { LANDING, SECTIONS } from "../../../messages/landing/landing.ts";
import { classNames } from "../../../ui/class-names.ts";
import button from "../../../ui/controls/button.module.css";
import { Brand } from "../../../ui/layout/brand.tsx";
import styles from "./header.module.css";

/** Contact Sales has no address yet: the script sets it from the server's public configuration, and shows it. */
export function Header() {
  return (
    <header className={styles.header}>
      <a className={styles.skip} href="#content">
        {LANDING.skip}
      </a>
      <div className={styles.bar}>
        <a className={styles.brand} href="/landing">
          <Brand />
        </a>
        <nav className={styles.menu} aria-label={LANDING.sectionMenu} data-section-menu>
          <ul>
            {Object.entries(SECTIONS).map(([id, name]) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
        <nav className={styles.links} aria-label={LANDING.siteLinks}>
          <a
            className={styles.link}
            data-contact-sales
            href="/landing"
            target="_blank"
            rel="noreferrer"
            hidden
          >
            {LANDING.contactSales}
          </a>
          <a className={styles.link} href="/login">
            {LANDING.signIn}
          </a>
          <a className={classNames(button.button, button.outlined, styles.start)} href="/signup">
            {LANDING.getStarted}
          </a>
        </nav>
      </div>
    </header>
  );
}
