import {
  Bell,
  Box,
  Camera,
  Download,
  Eye,
  House,
  LayoutGrid,
  type LucideIcon,
  MapIcon,
  Shield,
  SlidersHorizontal,
  Store,
  User,
  Wrench,
} from "lucide-react";
import { maySeeTab, type Role, TABS, type Tab } from "../../domain/account/role.ts";

export const TAB_ICONS: Record<Tab, LucideIcon> = {
  dashboard: House,
  devices: Camera,
  updates: Download,
  groups: LayoutGrid,
  models: Box,
  insights: Eye,
  alerts: Bell,
  map: MapIcon,
  admin: Shield,
  account: User,
  settings: SlidersHorizontal,
  internal: Wrench,
  marketplace: Store,
};

const OFFICE: readonly Tab[] = ["admin", "account", "settings", "internal"];
const STARTING: readonly Tab[] = ["marketplace"];
const THUMB: readonly Tab[] = ["dashboard", "insights", "map", "alerts"];

/** The links that a role sees, in the parts in which the navigation shows them. */
export function navigationParts(role: Role): { work: Tab[]; office: Tab[]; starting: Tab[] } {
  const seen = TABS.filter((tab) => maySeeTab(role, tab));
  return {
    work: seen.filter((tab) => !OFFICE.includes(tab) && !STARTING.includes(tab)),
    office: seen.filter((tab) => OFFICE.includes(tab)),
    starting: seen.filter((tab) => STARTING.includes(tab)),
  };
}

/** The screens in reach of a thumb; "More" stands beside them. */
export function bottomTabs(role: Role): Tab[] {
  return THUMB.filter((tab) => maySeeTab(role, tab));
}
