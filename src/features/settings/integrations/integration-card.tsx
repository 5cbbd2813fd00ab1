import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import ListChecks from "lucide-react/icons/list-checks";
import Mail from "lucide-react/icons/mail";
import MessageSquare from "lucide-react/icons/message-square";
import Pencil from "lucide-react/icons/pencil";
import RadioTower from "lucide-react/icons/radio-tower";
import Trash2 from "lucide-react/icons/trash";
import { usePublicConfig } from "../../../client/public-config.tsx";
import { type Platform, tellsByGroup } from "../../../domain/integration/integration.ts";
import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import { readableName } from "../../../parts/species-label.tsx";
import type { Integration } from "../../../protocol/calls/integration-calls.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Tag } from "../../../ui/controls/chip.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { ConfirmTarget } from "./confirm-target.tsx";
import styles from "./integrations.module.css";
import { useTestMessage } from "./test-message.tsx";

const ICONS = { gundi: RadioTower, email: Mail, sms: MessageSquare } satisfies Record<Platform, unknown>;

interface IntegrationCardProps {
  platform: Platform;
  /** Null: there is none. */
  integration: Integration | null;
  online: OnlineOnly;
  onEdit(): void;
  onDelete(): void;
  onMessages(): void;
  onChanged(): void;
}

export function IntegrationCard({ platform, integration, ...rest }: IntegrationCardProps) {
  const name = INTEGRATIONS.platforms[platform];
  const Icon = ICONS[platform];
  const config = usePublicConfig();
  // A server of another version does not say; then nothing is claimed.
  const isSetUp = platform === "gundi" || config?.platforms?.[platform] !== false;
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.icon}>
          <Icon size={20} aria-hidden="true" />
        </span>
        <div className={styles.titles}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.quiet}>{INTEGRATIONS.about[platform]}</p>
        </div>
      </div>
      {platform !== "gundi" && !isSetUp && <Notice tone="info">{INTEGRATIONS.notSetUp[platform]}</Notice>}
      {integration === null ? (
        <div className={styles.buttons}>
          <Button {...rest.online.button} onClick={rest.onEdit}>
            {INTEGRATIONS.add(name)}
          </Button>
        </div>
      ) : (
        <ExistingIntegration integration={integration} {...rest} />
      )}
    </li>
  );
}

function ExistingIntegration(props: Omit<IntegrationCardProps, "platform"> & { integration: Integration }) {
  const { integration, online, onEdit, onDelete, onMessages, onChanged } = props;
  const { platform } = integration;
  const name = INTEGRATIONS.platforms[platform];
  const test = useTestMessage({ platform, online });
  return (
    <>
      <Targets integration={integration} online={online} onConfirmed={onChanged} />
      <dl className={styles.facts}>
        {factsOf(integration).map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {test.result}
      <div className={styles.buttons}>
        <Button
          icon={<Pencil size={16} aria-hidden="true" />}
          aria-label={INTEGRATIONS.editNamed(name)}
          onClick={onEdit}
        >
          {INTEGRATIONS.edit}
        </Button>
        <Button
          icon={<Trash2 size={16} aria-hidden="true" />}
          aria-label={INTEGRATIONS.deleteNamed(name)}
          {...online.button}
          onClick={onDelete}
        >
          {INTEGRATIONS.delete}
        </Button>
        {test.button}
        <Button variant="plain" icon={<ListChecks size={16} aria-hidden="true" />} onClick={onMessages}>
          {INTEGRATIONS.messages}
        </Button>
      </div>
    </>
  );
}

interface TargetsProps {
  integration: Integration;
  online: OnlineOnly;
  onConfirmed(): void;
}

/** The key of Gundi, or each address with what it still lacks. */
function Targets({ integration, online, onConfirmed }: TargetsProps) {
  const { platform, options } = integration;
  if (platform === "gundi") {
    return (
      <p className={styles.target}>
        {INTEGRATIONS.key} {options.gundiApiKey}
      </p>
    );
  }
  const targets = platform === "email" ? options.emails : options.phoneNumbers;
  const unconfirmed = integration.unconfirmed ?? [];
  return (
    <ul className={styles.targets}>
      {targets.map((target) => {
        const waits = unconfirmed.includes(target);
        return (
          <li key={target} className={styles.targetRow}>
            <div className={styles.target}>
              <span>{target}</span>
              {waits ? (
                <Tag tone="unsent" icon={<CircleDashed size={14} aria-hidden="true" />}>
                  {INTEGRATIONS.unconfirmed}
                </Tag>
              ) : (
                <Tag tone="ok" icon={<CircleCheck size={14} aria-hidden="true" />}>
                  {INTEGRATIONS.confirmed}
                </Tag>
              )}
            </div>
            {waits && (
              <ConfirmTarget platform={platform} target={target} online={online} onConfirmed={onConfirmed} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const NAMED_CLASSES = 3;

function factsOf({
  platform,
  options,
  notificationClasses,
  groupNotifications,
}: Integration): [string, string][] {
  const { summary } = INTEGRATIONS;
  const insights = tellsByGroup(notificationClasses, groupNotifications)
    ? summary.groups(groupNotifications.length)
    : classesText(notificationClasses);
  const facts: [string, string][] = [[summary.insights, insights]];
  if (platform === "gundi") return facts;
  facts.push([summary.alerts, options.alertSetting === "enabled" ? summary.on : summary.off]);
  if (platform === "email") {
    facts.push([summary.digest, options.digestSetting === "daily" ? summary.daily : summary.none]);
  }
  return facts;
}

function classesText(classes: Integration["notificationClasses"]): string {
  if (classes === "all") return INTEGRATIONS.summary.all;
  if (classes === "none") return INTEGRATIONS.noInsights;
  const named = classes.slice(0, NAMED_CLASSES).map(readableName).join(", ");
  return classes.length > NAMED_CLASSES ? `${named} +${classes.length - NAMED_CLASSES}` : named;
}
