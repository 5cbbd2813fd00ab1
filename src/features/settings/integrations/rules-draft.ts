import {
  DEFAULT_NOTIFICATION_RULES,
  isInRange,
  isTimeOfDay,
  type MutedDevice,
  type NotificationRules,
  RULE_RANGES,
  type RuleNumber,
} from "../../../domain/notification/notification-rules.ts";
import { RULES } from "../../../messages/settings/deliveries.ts";

/** The rules as their form has them; numbers as typed. */
export interface RulesDraft {
  readonly quiet: boolean;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly visitMinutes: string;
  readonly onlyRare: boolean;
  readonly dailyLimit: string;
  readonly digestHour: string;
  readonly mutedClasses: readonly string[];
  readonly mutedDevices: readonly MutedDevice[];
}

/** Sentences by the name of the field. */
export type RulesErrors = Readonly<Partial<Record<keyof RulesDraft | "general", string>>>;

const USUAL_QUIET_HOURS = { from: "22:00", to: "06:00" };

/** @param browserZone in place of the default, until a person has saved rules */
export function rulesDraftOf(rules: NotificationRules, browserZone: string): RulesDraft {
  const { from, to } = rules.quietHours ?? USUAL_QUIET_HOURS;
  return {
    quiet: rules.quietHours !== null,
    from,
    to,
    timeZone: rules.timeZone === DEFAULT_NOTIFICATION_RULES.timeZone ? browserZone : rules.timeZone,
    visitMinutes: String(rules.visitMinutes),
    onlyRare: rules.onlyRare,
    dailyLimit: String(rules.dailyLimit),
    digestHour: String(rules.digestHour),
    mutedClasses: rules.mutedClasses,
    mutedDevices: rules.mutedDevices,
  };
}

/** The rules of a draft, or what is wrong with which field. */
export function readRulesDraft(
  draft: RulesDraft,
):
  | { readonly kind: "faulty"; readonly errors: RulesErrors }
  | { readonly kind: "rules"; readonly rules: NotificationRules } {
  const errors: { -readonly [Field in keyof RulesErrors]: string } = {};
  const number = (name: RuleNumber) => {
    const text = draft[name].trim();
    const value = text === "" ? Number.NaN : Number(text);
    const { least, most } = RULE_RANGES[name];
    if (!isInRange(name, value)) errors[name] = RULES.range(least, most);
    return value;
  };
  if (draft.quiet) {
    if (!isTimeOfDay(draft.from)) errors.from = RULES.time;
    if (!isTimeOfDay(draft.to)) errors.to = RULES.time;
    else if (draft.from === draft.to) errors.to = RULES.sameTime;
  }
  const rules: NotificationRules = {
    timeZone: draft.timeZone,
    quietHours: draft.quiet ? { from: draft.from, to: draft.to } : null,
    visitMinutes: number("visitMinutes"),
    onlyRare: draft.onlyRare,
    dailyLimit: number("dailyLimit"),
    digestHour: number("digestHour"),
    mutedClasses: draft.mutedClasses,
    mutedDevices: draft.mutedDevices,
  };
  return Object.keys(errors).length > 0 ? { kind: "faulty", errors } : { kind: "rules", rules };
}
