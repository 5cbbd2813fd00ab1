import type { LucideIcon } from "lucide-react";
import Bell from "lucide-react/icons/bell";
import Box from "lucide-react/icons/box";
import Camera from "lucide-react/icons/camera";
import Download from "lucide-react/icons/download";
import Eye from "lucide-react/icons/eye";
import House from "lucide-react/icons/house";
import LayoutGrid from "lucide-react/icons/layout-grid";
import MapIcon from "lucide-react/icons/map";
import Shield from "lucide-react/icons/shield";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Store from "lucide-react/icons/store";
import User from "lucide-react/icons/user";
import Wrench from "lucide-react/icons/wrench";
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
