import { INSTALL } from "../../messages/shell/install.ts";
import { promptInstall } from "../../state/install-store.ts";
import { showToast } from "../../state/toast-store.ts";

/** Asks the browser to install the app, and says when it is done. */
export async function install(): Promise<void> {
  if (await promptInstall()) showToast({ message: INSTALL.installed, tone: "ok" });
}
