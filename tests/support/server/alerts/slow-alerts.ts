import type { AlertType } from "../../../../src/domain/alert/alert.ts";

/**
 * A slow and obvious evaluation of alerts, to compare the server's with: it keeps everything that ever happened and
 * looks through all of it each time. Times are epoch ms of the server's clock, thresholds hours and volts.
 */

export interface SlowReport {
  readonly kind: "report";
  readonly atMs: number;
  readonly device: string;
  /** The moment that it states. */
  readonly recordedMs: number;
  readonly volts: number | null;
  readonly cable: boolean | null;
  readonly images: number | null;
}
interface SlowInsight {
  readonly kind: "insight";
  readonly atMs: number;
  readonly device: string;
}

export interface SlowAlert {
  readonly user: string;
  readonly device: string;
  readonly type: AlertType;
  readonly createdMs: number;
  readonly sinceMs: number;
  status: string;
  cause: string | null;
  resolvedMs: number | null;
  /** Of the condition; null as long as it goes on. */
  endedMs: number | null;
}

export interface SlowUser {
  readonly flags: Record<AlertType, boolean>;
  readonly thresholds: Record<Exclude<AlertType, "spypoint_error">, number>;
  /** Devices with the moment at which the user was given each. */
  readonly devices: Map<string, number>;
  /** Devices in a group that is ignored. */
  readonly ignored: Set<string>;
}

const HOUR_MS = 3_600_000;
const COOLDOWN_HOURS = 6;
const LATE_HOURS = 24;
const EARLIEST_DAYS = 30;
const MARGIN_VOLTS = 0.1;
const TYPES = ["no_recent_insights", "spypoint_error", "no_recent_camera_triggers", "low_battery"] as const;

export class SlowAlerts {
  readonly users = new Map<string, SlowUser>();
  readonly #log: (SlowReport | SlowInsight)[] = [];
  #alerts: SlowAlert[] = [];

  addUser(user: string): SlowUser {
    const one: SlowUser = {
      flags: {
        no_recent_insights: true,
        spypoint_error: true,
        no_recent_camera_triggers: true,
        low_battery: true,
      },
      thresholds: { no_recent_insights: 72, no_recent_camera_triggers: 48, low_battery: 3.2 },
      devices: new Map(),
      ignored: new Set(),
    };
    this.users.set(user, one);
    return one;
  }

  alertsOf(user: string): SlowAlert[] {
    return this.#alerts.filter((alert) => alert.user === user);
  }

  arrive(event: SlowReport | SlowInsight): void {
    this.#log.push(event.kind === "report" ? this.#withoutOldNews(event) : event);
    this.evaluate(event.atMs, event.device);
  }

  /** Of a report that was sent late only what no report of a later moment has told before it. */
  #withoutOldNews(report: SlowReport): SlowReport {
    const log = this.#log.filter(({ device }) => device === report.device);
    const later = log.filter(
      (event): event is SlowReport => event.kind === "report" && event.recordedMs > report.recordedMs,
    );
    const newest = later.reduce<SlowReport | null>(
      (latest, one) => (latest === null || one.recordedMs > latest.recordedMs ? one : latest),
      null,
    );
    const isLate =
      newest !== null &&
      report.recordedMs >= (log[0]?.atMs ?? 0) - EARLIEST_DAYS * 24 * HOUR_MS &&
      report.atMs < newest.atMs + LATE_HOURS * HOUR_MS;
    if (!isLate) return report;
    const unsaid = (field: "volts" | "cable" | "images") => later.every((one) => one[field] === null);
    return {
      ...report,
      volts: unsaid("volts") ? report.volts : null,
      cable: unsaid("cable") ? report.cable : null,
      images: unsaid("images") ? report.images : null,
    };
  }

  /** Evaluates one device, or all. */
  evaluate(nowMs: number, only?: string): void {
    for (const [user, { devices }] of this.users) {
      for (const device of devices.keys()) {
        if (only !== undefined && device !== only) continue;
        for (const type of TYPES) this.#evaluateOne(user, device, type, nowMs);
      }
    }
  }

  takeStep(alert: SlowAlert, nowMs: number): void {
    alert.status = alert.status === "new" ? "acknowledged" : "resolved";
    if (alert.status !== "resolved") return;
    alert.cause = "person";
    alert.resolvedMs = nowMs;
  }

  giveUp(user: string, device: string): void {
    this.users.get(user)?.devices.delete(device);
    this.#alerts = this.#alerts.filter((alert) => alert.user !== user || alert.device !== device);
  }

  #evaluateOne(user: string, device: string, type: AlertType, nowMs: number): void {
    if (!this.#log.some((event) => event.device === device)) return;
    const own = this.#alerts.filter(
      (alert) => alert.user === user && alert.device === device && alert.type === type,
    );
    const running = own.find(({ endedMs }) => endedMs === null);
    const sinceMs = this.#since(user, device, type, nowMs, running !== undefined);
    if (running !== undefined) {
      if (sinceMs !== null) return;
      running.endedMs = nowMs;
      if (running.status === "resolved") return;
      running.status = "resolved";
      running.cause = "condition_ended";
      running.resolvedMs = nowMs;
      return;
    }
    const settings = this.#settings(user);
    const isWanted = settings.flags[type] && !settings.ignored.has(device);
    const isTooSoon = own.some(({ endedMs }) => nowMs < (endedMs ?? 0) + COOLDOWN_HOURS * HOUR_MS);
    if (sinceMs === null || !isWanted || isTooSoon) return;
    this.#alerts.push({
      user,
      device,
      type,
      createdMs: nowMs,
      sinceMs,
      status: "new",
      cause: null,
      resolvedMs: null,
      endedMs: null,
    });
  }

  /** Since when the condition holds; null: it does not. */
  #since(user: string, device: string, type: AlertType, nowMs: number, isRunning: boolean): number | null {
    const { thresholds, devices } = this.#settings(user);
    const log = this.#log.filter((event) => event.device === device);
    const reports = log.filter((event) => event.kind === "report");
    const grantedMs = devices.get(device) ?? 0;
    const silentSince = (lastMs: number, hours: number) => {
      const fromMs = Math.max(lastMs, grantedMs);
      return nowMs >= fromMs + hours * HOUR_MS ? fromMs : null;
    };
    if (type === "no_recent_insights") {
      const last = log.findLast(({ kind }) => kind === "insight") ?? log[0];
      return silentSince(last?.atMs ?? 0, thresholds[type]);
    }
    if (type === "no_recent_camera_triggers") {
      const lastMs = lastTrigger(log);
      return lastMs === null ? null : silentSince(lastMs, thresholds[type]);
    }
    if (type === "low_battery") {
      const last = reports.findLast(({ volts }) => volts !== null);
      const limit = thresholds[type] + (isRunning ? MARGIN_VOLTS : 0);
      if (last === undefined || last.atMs < grantedMs) return null;
      return (last.volts ?? 0) <= limit ? last.atMs : null;
    }
    const lastGood = reports.findLastIndex(({ cable }) => cable === false);
    const firstBad = reports.slice(lastGood + 1).find(({ cable }) => cable === true);
    const hasCalled = log.some(({ atMs }) => atMs >= grantedMs);
    return firstBad !== undefined && hasCalled ? Math.max(firstBad.atMs, grantedMs) : null;
  }

  #settings(user: string): SlowUser {
    const found = this.users.get(user);
    if (found === undefined) throw new Error(`There is no user ${user}.`);
    return found;
  }
}

/** Insights, and reports with more pictures than the last, from the first report on that counts any. */
function lastTrigger(log: readonly (SlowReport | SlowInsight)[]): number | null {
  let lastMs: number | null = null;
  let images: number | null = null;
  for (const event of log) {
    if (event.kind === "insight") {
      if (images !== null) lastMs = event.atMs;
    } else if (event.images !== null) {
      if (images === null || event.images > images) lastMs = event.atMs;
      images = event.images;
    }
  }
  return lastMs;
}
