import { IMAGE_NORMALIZATION_METHODS } from "../../../src/domain/device/release.ts";
import { PublicConfigAnswer } from "../../../src/protocol/account.ts";
import { PROTOCOL_VERSION } from "../../../src/protocol/protocol-version.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { needsSetupCode } from "../account/setup-code.ts";
import { listBasemaps } from "../basemaps/service.ts";
import { supportAddress } from "./support-address.ts";

export function registerPublicConfigRoutes(app: HttpApp, deps: Dependencies): void {
  const { config, pushKeys } = deps;
  app.get(
    "/api/config",
    {
      config: { access: "P", knowsCaller: true },
      schema: { summary: "What the app needs to know of this server", response: { 200: PublicConfigAnswer } },
    },
    async ({ caller }) => ({
      message: {
        supportEmail: await supportAddress(deps, caller !== null),
        documentationUrl: config.documentationUrl,
        contactSalesUrl: config.contactSalesUrl,
        stripePublishableKey: config.stripePublishableKey,
        vapidPublicKey: pushKeys.publicKey,
        rasterTileUrl: config.rasterTileUrl,
        // File names can reveal where Sentinels stand, so callers who are not signed in do not get them.
        basemaps: caller === null ? [] : await listBasemaps(config),
        imageNormalizationMethods: [...IMAGE_NORMALIZATION_METHODS],
        signup: config.signup,
        needsSetupCode: await needsSetupCode(deps),
        protocol: PROTOCOL_VERSION,
        version: config.version,
        platforms: { email: config.smtpUrl !== null, sms: config.twilioAccountSid !== null },
        pace: { callSeconds: config.callSeconds, syncSeconds: config.syncSeconds },
      },
    }),
  );
}
