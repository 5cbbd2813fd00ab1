import { type Static, Type } from "typebox";
import { ALERT_TYPES } from "../../domain/alert/alert.ts";
import {
  ALERT_SETTINGS,
  CLASS_MAX_LENGTH,
  DIGEST_SETTINGS,
  MOST_CLASSES,
  MOST_NOTIFIED_GROUPS,
  PLATFORMS,
} from "../../domain/integration/integration.ts";
import { TARGET_MAX_LENGTH } from "../../domain/integration/targets.ts";
import {
  DELIVERY_KINDS,
  DELIVERY_REASONS,
  DELIVERY_STATUSES,
} from "../../domain/notification/delivery-subject.ts";
import {
  MOST_MUTED_CLASSES,
  MOST_MUTED_DEVICES,
  MUTED_CLASS_MAX_LENGTH,
  RULE_RANGES,
  type RuleNumber,
} from "../../domain/notification/notification-rules.ts";
import { Time, textOrNull, timeOrNull } from "../records/record-schema.ts";

/** Bodies and answers of the calls about integrations, their rules and their messages. */

const className = Type.String({ minLength: 1, maxLength: CLASS_MAX_LENGTH });
const classNames = Type.Array(className, { maxItems: MOST_CLASSES });
/** Class names as stored, which may be longer or more than a body may name. */
const storedNames = Type.Array(Type.String());

const AlertSetting = oneOf(ALERT_SETTINGS);
const DigestSetting = oneOf(DIGEST_SETTINGS);

const StoredGroup = Type.Object({ groupId: Type.String(), groupNotificationClasses: storedNames });

export const Integration = Type.Object({
  platform: oneOf(PLATFORMS),
  options: Type.Object({
    /** Masked: an ellipsis and the last four characters. */
    gundiApiKey: textOrNull,
    emails: Type.Array(Type.String()),
    phoneNumbers: Type.Array(Type.String()),
    alertSetting: AlertSetting,
    digestSetting: DigestSetting,
    groupNotifications: Type.Array(StoredGroup),
  }),
  notificationClasses: Type.Union([Type.Literal("all"), Type.Literal("none"), storedNames]),
  groupNotifications: Type.Array(StoredGroup),
  unconfirmed: Type.Array(Type.String(), {
    description:
      "An addition: the e-mails or numbers that have not confirmed; only their code is sent to them.",
  }),
});
export type Integration = Static<typeof Integration>;

export const IntegrationList = Type.Object({ message: Type.Array(Integration) });
export const IntegrationAnswer = Type.Object({ message: Integration });

const NotificationClasses = Type.Union([Type.Literal("all"), Type.Literal("none"), classNames]);
const GroupNotifications = Type.Array(
  Type.Object({
    groupId: Type.Union([Type.String({ maxLength: 1000 }), Type.Integer()]),
    groupNotificationClasses: classNames,
  }),
  { maxItems: MOST_NOTIFIED_GROUPS },
);
export type SentGroupNotifications = Static<typeof GroupNotifications>;

/** Longer than any right list or address, so that the rules refuse it, with their sentences, and not this limit. */
const Targets = Type.Array(Type.String({ maxLength: 4 * TARGET_MAX_LENGTH }), { maxItems: 100 });

/** Options that are not of the platform are ignored. */
export const NewIntegration = Type.Object({
  platform: oneOf(PLATFORMS),
  options: Type.Optional(
    Type.Object({
      gundiApiKey: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
      emails: Type.Optional(Targets),
      phoneNumbers: Type.Optional(Targets),
      alertSetting: Type.Optional(AlertSetting),
      digestSetting: Type.Optional(DigestSetting),
      groupNotifications: Type.Optional(GroupNotifications),
    }),
  ),
  notificationClasses: Type.Optional(NotificationClasses),
});
export type NewIntegration = Static<typeof NewIntegration>;

/** What is left out keeps its value. */
export const EmailOptions = Type.Object({
  options: Type.Object({
    emails: Type.Optional(Targets),
    alertSetting: Type.Optional(AlertSetting),
    digestSetting: Type.Optional(DigestSetting),
  }),
});
/** `alertSetting` is an addition. */
export const SmsOptions = Type.Object({
  options: Type.Object({
    phoneNumbers: Type.Optional(Targets),
    alertSetting: Type.Optional(AlertSetting),
  }),
});

export const ClassesChange = Type.Object({ notificationClasses: NotificationClasses });
export const GroupsChange = Type.Object({ groupNotifications: GroupNotifications });

/** `target` names the e-mail or number that the code is for; without it any that waits for one. */
export const Confirmation = Type.Object({
  code: Type.String({ maxLength: 100 }),
  target: Type.Optional(Type.String({ maxLength: 1000 })),
});
export const TargetNamed = Type.Object({ target: Type.String({ minLength: 1, maxLength: 1000 }) });
/** Without a target the message goes to the first that has confirmed. */
export const TestRequest = Type.Object({ target: Type.Optional(Type.String({ maxLength: 1000 })) });

const TimeOfDay = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" });
const ruleFields = {
  timeZone: Type.String({ minLength: 1, maxLength: 100, description: "An IANA name." }),
  quietHours: Type.Union([Type.Object({ from: TimeOfDay, to: TimeOfDay }), Type.Null()]),
  visitMinutes: ruleNumber("visitMinutes"),
  onlyRare: Type.Boolean(),
  dailyLimit: ruleNumber("dailyLimit"),
  digestHour: ruleNumber("digestHour"),
  mutedClasses: Type.Array(Type.String({ minLength: 1, maxLength: MUTED_CLASS_MAX_LENGTH }), {
    maxItems: MOST_MUTED_CLASSES,
  }),
  mutedDevices: Type.Array(
    Type.Object({
      deviceId: Type.String({ minLength: 1, maxLength: 1000 }),
      until: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
        description: "UTC epoch milliseconds; null: for good.",
      }),
    }),
    { maxItems: MOST_MUTED_DEVICES },
  ),
};

const Rules = Type.Object(ruleFields);
export type Rules = Static<typeof Rules>;
export const RulesAnswer = Type.Object({ message: Rules });
/** What is left out keeps its value. */
export const RulesChange = Type.Partial(Rules);
export type RulesChange = Static<typeof RulesChange>;

/** One message to one receiver. */
export const Delivery = Type.Object({
  id: Type.String(),
  platform: oneOf([...PLATFORMS, "push"] as const),
  /** The e-mail or number; null for Gundi and push. */
  target: textOrNull,
  kind: oneOf(DELIVERY_KINDS),
  status: oneOf(DELIVERY_STATUSES),
  /** The rule that made it; null for codes and tests. */
  why: Type.Union([
    Type.Object({ by: oneOf(DELIVERY_REASONS), className: textOrNull, groupId: textOrNull }),
    Type.Null(),
  ]),
  what: Type.Object({
    insightId: textOrNull,
    alertId: textOrNull,
    className: textOrNull,
    alertType: Type.Union([oneOf(ALERT_TYPES), Type.Null()]),
    /** The Sentinel; null where there is none, or it is the caller's no more. */
    deviceId: textOrNull,
    deviceName: textOrNull,
    count: Type.Union([Type.Integer(), Type.Null()]),
    day: textOrNull,
  }),
  createdAt: Time,
  /** When it is tried next; null where it has ended. */
  nextAt: timeOrNull,
  endedAt: timeOrNull,
  attempts: Type.Integer(),
  /** The provider's last answer, or the reason why it was dropped. */
  answer: textOrNull,
  /** Whether the receiver may have got it twice. */
  mayRepeat: Type.Boolean(),
  providerRef: textOrNull,
});
export type Delivery = Static<typeof Delivery>;

export const DELIVERIES_A_PAGE = 50;
export const DeliveryQuery = Type.Object({
  before: Type.Optional(Type.String({ maxLength: 20, description: "Only messages older than this id." })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  status: Type.Optional(oneOf(DELIVERY_STATUSES)),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;
export const DeliveryPage = Type.Object({
  message: Type.Object({ deliveries: Type.Array(Delivery), more: Type.Boolean() }),
});
export const DeliveryAnswer = Type.Object({ message: Delivery });

function oneOf<const Value extends string>(values: readonly Value[]) {
  return Type.Unsafe<Value>(Type.Union(values.map((value) => Type.Literal(value))));
}

function ruleNumber(name: RuleNumber) {
  const { least, most } = RULE_RANGES[name];
  return Type.Integer({ minimum: least, maximum: most });
}
