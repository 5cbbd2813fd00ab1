import type { TargetPlatform } from "../../../src/domain/integration/targets.ts";
import { INTEGRATION_SENTENCES } from "../../../src/messages/server/integrations.ts";
import type { Integration } from "../../../src/protocol/calls/integration-calls.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, invalid, throttled } from "../../http/api-error.ts";
import { lockUser } from "../users/lock-repository.ts";
import { type ConfirmResult, queueCode, takeCode } from "./confirmation-code.ts";
import { findTargets } from "./repository.ts";
import { mustExist, type OwnIntegration, readIn } from "./service.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "steadyClock" | "ids" | "config">;

const REFUSALS: Readonly<Partial<Record<ConfirmResult, Readonly<Record<string, string>>>>> = {
  wrong: { code: INTEGRATION_SENTENCES.codeWrong },
  void: { code: INTEGRATION_SENTENCES.codeVoid },
  unknown: { target: INTEGRATION_SENTENCES.targetUnknown },
};

/**
 * Confirms an address by the code that was sent to it. One that has confirmed already stays so.
 *
 * @throws ApiError invalid, not_found
 */
export async function confirmTarget(
  { db, clock }: Needs,
  own: OwnIntegration,
  { code, target }: { readonly code: string; readonly target?: string | undefined },
): Promise<Integration> {
  // A wrong code is counted, so the transaction is not rolled back by the refusal.
  const { result, integration } = await db.write(async (transaction) => {
    await lockUser(db, transaction, own.userId);
    await mustExist(transaction, own);
    const given = { ...own, code, address: target ?? null };
    return {
      result: await takeCode(transaction, given, clock.now()),
      integration: await readIn(transaction, own),
    };
  });
  const refusal = REFUSALS[result];
  if (refusal !== undefined) throw invalid(refusal);
  return integration;
}

/** Sends an address a new code. @throws ApiError invalid, not_found, throttled, not_set_up */
export async function sendCode(
  needs: Needs,
  own: { readonly userId: number; readonly platform: TargetPlatform },
  address: string,
): Promise<Integration> {
  const { db, config } = needs;
  requireSetUp(config, own.platform);
  const { waitS, integration } = await db.write(async (transaction) => {
    await lockUser(db, transaction, own.userId);
    await mustExist(transaction, own);
    const targets = await findTargets(transaction, own.userId, own.platform);
    const target = targets.find((one) => one.address === address);
    if (target === undefined) throw invalid({ target: INTEGRATION_SENTENCES.targetUnknown });
    if (target.confirmed_at !== null) throw invalid({ target: INTEGRATION_SENTENCES.targetConfirmed });
    const request = { ...own, targetId: target.target_id, address, addressKey: target.address_key };
    return {
      waitS: await queueCode(needs, transaction, request),
      integration: await readIn(transaction, own),
    };
  });
  if (waitS > 0) throw throttled(waitS);
  return integration;
}

/** @throws ApiError not_set_up where this server sends no text messages */
export function requireSetUp({ twilioAccountSid }: Dependencies["config"], platform: string): void {
  if (platform === "sms" && twilioAccountSid === null) {
    throw new ApiError(503, "not_set_up", { general: INTEGRATION_SENTENCES.smsNotSetUp });
  }
}
