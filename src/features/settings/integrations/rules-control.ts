import type { NotificationRules } from "../../../domain/notification/notification-rules.ts";

export interface RulesControl {
  /** Null until they are read. */
  readonly rules: NotificationRules | null;
  readonly failed: boolean;
  reload(): void;
  /** @returns why they were not saved; null: they are */
  save(change: Partial<NotificationRules>): Promise<string | null>;
}
