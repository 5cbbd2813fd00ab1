import ExternalLink from "lucide-react/icons/external-link";
import FileText from "lucide-react/icons/file-text";
import { Link } from "wouter";
import type { Role, Tab } from "../../domain/account/role.ts";
import { NAVIGATION_LABELS, SHELL } from "../../messages/shell/shell.ts";
import { CountBadge } from "../../ui/feedback/badge.tsx";
import { navigationParts, TAB_ICONS } from "./navigation-items.ts";
import styles from "./navigation-links.module.css";
import { preloadsScreen } from "./screens.ts";

interface NavigationLinksProps {
  role: Role;
  /** Null on a page that no link leads to. */
  current: Tab | null;
  newAlerts: number;
  hrefOf(tab: Tab): string;
  /** The operator's, or the built-in one. */
  documentationUrl: string;
  /** Icons alone; the names stay for those who listen, and as tooltips. */
  narrow?: boolean;
  onNavigate?: () => void;
}

/** All links of the shell, in the drawer and in the side navigation alike. */
export function NavigationLinks(props: NavigationLinksProps) {
  const parts = navigationParts(props.role);
  return (
    <nav className={styles.nav} aria-label={SHELL.navigation} data-narrow={props.narrow || undefined}>
      <LinkList tabs={parts.work} {...props} />
      {parts.office.length > 0 && <hr className={styles.rule} />}
      <LinkList tabs={parts.office} {...props} />
      <h2 className={styles.heading}>{SHELL.gettingStarted}</h2>
      <LinkList tabs={parts.starting} {...props} />
      <a
        className={styles.link}
        href={props.documentationUrl}
        target="_blank"
        rel="noreferrer"
        title={props.narrow ? SHELL.documentation : undefined}
      >
        <FileText size={20} aria-hidden="true" />
        <span className={styles.label}>{SHELL.documentation}</span>
        <span className="visually-hidden">, {SHELL.opensNewPage}</span>
        <ExternalLink size={16} className={styles.end} aria-hidden="true" />
      </a>
    </nav>
  );
}

function LinkList({
  tabs,
  current,
  newAlerts,
  hrefOf,
  narrow,
  onNavigate,
}: NavigationLinksProps & { tabs: Tab[] }) {
  if (tabs.length === 0) return null;
  return (
    <ul>
      {tabs.map((tab) => {
        const Icon = TAB_ICONS[tab];
        return (
          <li key={tab}>
            <Link
              href={hrefOf(tab)}
              className={styles.link}
              aria-current={tab === current ? "page" : undefined}
              title={narrow ? NAVIGATION_LABELS[tab] : undefined}
              onClick={onNavigate}
              {...preloadsScreen(tab)}
            >
              <Icon size={20} aria-hidden="true" />
              <span className={styles.label}>{NAVIGATION_LABELS[tab]}</span>
              {tab === "alerts" && newAlerts > 0 && (
                <span className={styles.end}>
                  <CountBadge count={newAlerts} label={SHELL.newAlerts(newAlerts)} />
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
