import type { Role, Tab } from "../../domain/account/role.ts";
import { LogoutDialog } from "../../features/account-entry/logout-dialog.tsx";
import { InstallSteps } from "../../features/install/install-offer.tsx";
import { SupportDialog } from "../../features/support/support-dialog.tsx";
import { laterPart } from "../../ui/later-part.tsx";
import { KeysDialog } from "./keys-dialog.tsx";

const Palette = laterPart(async () => (await import("../palette/palette.tsx")).Palette);

export type ShellDialog = "support" | "keys" | "logout" | "install" | "palette";

interface ShellDialogsProps {
  dialog: ShellDialog;
  role: Role;
  goTo(tab: Tab): void;
  showKeys(): void;
  documentationUrl: string;
  /** Null where the operator has set none, undefined while this device does not know. */
  supportAddress: string | null | undefined;
  onClose(): void;
  onLogout(unsent: "keep" | "discard"): void;
}

/** The dialogs of the shell, one at a time; a chunk of their own, because no first screen needs them. */
export function ShellDialogs(props: ShellDialogsProps) {
  const { dialog, onClose, onLogout } = props;
  switch (dialog) {
    case "support":
      return (
        <SupportDialog
          open
          onClose={onClose}
          address={props.supportAddress}
          documentationUrl={props.documentationUrl}
        />
      );
    case "keys":
      return <KeysDialog open onClose={onClose} />;
    case "palette":
      return <Palette role={props.role} goTo={props.goTo} showKeys={props.showKeys} onClose={onClose} />;
    case "install":
      return <InstallSteps open onClose={onClose} />;
    case "logout":
      return <LogoutDialog open onClose={onClose} onLogout={onLogout} />;
  }
}
