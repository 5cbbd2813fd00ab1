import { INSTALL } from "../../messages/shell/install.ts";
import { promptInstall } from "../../state/install-store.ts";
import { showToast } from "../../state/toast-store.ts";

export async function install(): Promise<void> {
  if (await promptInstall()) showToast({ message: INSTALL.installed, tone: "ok" });
}
