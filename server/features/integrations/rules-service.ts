import { isTimeZone } from "../../../src/domain/notification/local-time.ts";
import type { NotificationRules } from "../../../src/domain/notification/notification-rules.ts";
import { INTEGRATION_SENTENCES } from "../../../src/messages/server/integrations.ts";
import type { Rules, RulesChange } from "../../../src/protocol/calls/integration-calls.ts";
import type { Dependencies } from "../../dependencies.ts";
import { invalid } from "../../http/api-error.ts";
import { lockUser } from "../users/lock-repository.ts";
import { findRules, storeRules } from "./rules-repository.ts";

type Needs = Pick<Dependencies, "db" | "clock">;

export async function readRules({ db }: Pick<Needs, "db">, userId: number): Promise<Rules> {
  return sentRules(await findRules(db.reader, userId));
}

/** Changes what is named; other properties of the body are not stored. @throws ApiError invalid */
export async function changeRules({ db, clock }: Needs, userId: number, change: RulesChange): Promise<Rules> {
  const named = namedRules(change);
  if (Object.keys(named).length === 0) throw invalid({ general: INTEGRATION_SENTENCES.nothingToChange });
  if (named.timeZone !== undefined && !isTimeZone(named.timeZone)) {
    throw invalid({ timeZone: INTEGRATION_SENTENCES.timeZone });
  }
  return db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    const rules = { ...(await findRules(transaction, userId)), ...named };
    await storeRules(transaction, userId, rules, clock.now());
    return sentRules(rules);
  });
}

function namedRules(change: RulesChange): Partial<NotificationRules> {
  const { timeZone, quietHours, visitMinutes, onlyRare, dailyLimit, digestHour } = change;
  const { mutedClasses, mutedDevices } = change;
  const rules = {
    timeZone,
    quietHours: quietHours && { from: quietHours.from, to: quietHours.to },
    visitMinutes,
    onlyRare,
    dailyLimit,
    digestHour,
    mutedClasses: mutedClasses && [...new Set(mutedClasses)],
    mutedDevices: mutedDevices?.map(({ deviceId, until }) => ({ deviceId, until })),
  };
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
}

function sentRules({ mutedClasses, mutedDevices, ...rules }: NotificationRules): Rules {
  return {
    ...rules,
    mutedClasses: [...mutedClasses],
    mutedDevices: mutedDevices.map((muted) => ({ ...muted })),
  };
}
