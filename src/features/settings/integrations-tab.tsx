import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import History from "lucide-react/icons/rotate-ccw-clock";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { useServices } from "../../client/services.tsx";
import { useAddressPart } from "../../client/use-address-part.ts";
import { useServerList } from "../../client/use-server-list.ts";
import { PLATFORMS, type Platform } from "../../domain/integration/integration.ts";
import { PUSH } from "../../messages/alerts/push.ts";
import { RULES } from "../../messages/settings/deliveries.ts";
import { INTEGRATIONS } from "../../messages/settings/integrations.ts";
import { ServerListStates } from "../../parts/server-list-states.tsx";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import type { Integration } from "../../protocol/calls/integration-calls.ts";
import { createIntegrationStore } from "../../state/integration-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { ButtonLink } from "../../ui/controls/button-link.tsx";
import { DeleteDialog } from "./integrations/delete-dialog.tsx";
import { DeliveryLogDialog } from "./integrations/delivery-log.tsx";
import { isIntegration } from "./integrations/integration-calls.ts";
import { IntegrationCard } from "./integrations/integration-card.tsx";
import { IntegrationDialog } from "./integrations/integration-dialog.tsx";
import styles from "./integrations/integrations.module.css";
import { RulesDialog } from "./integrations/rules-dialog.tsx";
import { useRules } from "./integrations/use-rules.ts";

const DIALOGS = ["edit", "delete", "messages"] as const;
type OpenDialog = { readonly what: (typeof DIALOGS)[number]; readonly platform: Platform };

/** The dialog that a part of the address names, as `edit-email`; null for none. */
function dialogOf(part: string | null): OpenDialog | null {
  const [name, platformName] = part?.split("-") ?? [];
  const what = DIALOGS.find((one) => one === name);
  const platform = PLATFORMS.find((one) => one === platformName);
  return what && platform ? { what, platform } : null;
}

const RULES_PART = "rules";
/** What browsers were told; each browser has its choice over the alerts. */
const PUSH_LOG = "messages-push";
const PUSH_CHOICE = "/?tab=alerts&settings=push";

/** Integrations are the server's alone: the last answer is shown without a connection, and nothing is changed then. */
export function IntegrationsTab() {
  const { http } = useServices();
  const store = useMemo(() => createIntegrationStore(http), [http]);
  const { list, reload } = useServerList<Integration>({ path: "/api/integrations", row: isIntegration });
  const online = useOnlineOnly(INTEGRATIONS.changing);
  const rules = useRules();
  const opened = useAddressPart("integration");
  const [, navigate] = useLocation();
  const { close } = opened;
  const open = (what: OpenDialog["what"], platform: Platform) => opened.show(`${what}-${platform}`);
  const rows = list.kind === "loaded" ? list.rows : [];
  const named = dialogOf(opened.open);
  const integration = rows.find(({ platform }) => platform === named?.platform) ?? null;
  return (
    <div className={styles.tab}>
      <p className={styles.quiet}>{INTEGRATIONS.intro}</p>
      {list.kind === "loaded" && online.reason}
      <ServerListStates list={list} what={INTEGRATIONS.what} onRetry={reload}>
        {(integrations) => (
          <>
            <ul className={styles.cards} data-list="acts">
              {PLATFORMS.map((platform) => (
                <IntegrationCard
                  key={platform}
                  platform={platform}
                  integration={integrations.find((one) => one.platform === platform) ?? null}
                  online={online}
                  onEdit={() => open("edit", platform)}
                  onDelete={() => open("delete", platform)}
                  onMessages={() => open("messages", platform)}
                  onChanged={reload}
                />
              ))}
            </ul>
            <div className={styles.buttons}>
              <Button icon={<BellOff size={16} aria-hidden="true" />} onClick={() => opened.show(RULES_PART)}>
                {RULES.open}
              </Button>
              <ButtonLink icon={<BellRing size={16} aria-hidden="true" />} href={PUSH_CHOICE}>
                {PUSH.title}
              </ButtonLink>
              <Button icon={<History size={16} aria-hidden="true" />} onClick={() => opened.show(PUSH_LOG)}>
                {PUSH.log}
              </Button>
            </div>
          </>
        )}
      </ServerListStates>
      {named?.what === "edit" && list.kind === "loaded" && (
        <IntegrationDialog
          platform={named.platform}
          integration={integration}
          store={store}
          online={online}
          onClose={close}
          onWritten={reload}
        />
      )}
      {named?.what === "delete" && integration !== null && (
        <DeleteDialog
          platform={named.platform}
          store={store}
          online={online}
          onClose={close}
          onWritten={reload}
        />
      )}
      {named?.what === "messages" && (
        <DeliveryLogDialog
          platform={named.platform}
          rules={rules}
          online={online}
          onClose={close}
          onQuietHours={() => opened.show(RULES_PART, { replace: true })}
          onEdit={() => opened.show(`edit-${named.platform}`, { replace: true })}
        />
      )}
      {opened.open === PUSH_LOG && (
        <DeliveryLogDialog
          platform="push"
          rules={rules}
          online={online}
          onClose={close}
          onQuietHours={() => opened.show(RULES_PART, { replace: true })}
          onEdit={() => navigate(PUSH_CHOICE)}
        />
      )}
      {opened.open === RULES_PART && <RulesDialog control={rules} online={online} onClose={close} />}
    </div>
  );
}
