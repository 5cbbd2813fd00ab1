import type { AuditAction, AuditFact } from "../../domain/account/audit.ts";
import type { Role } from "../../domain/account/role.ts";

const number = (count: number) => count.toLocaleString("en");
const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`;

/** The words of the Internal screen; those marked so are literal in the specification. */
export const INTERNAL = {
  title: "Internal",
  tabsLabel: "Parts of Internal",
  tabs: { log: "Audit log", clear: "Clear Sentinel", people: "People" },

  log: {
    caption: "What staff and the operator did",
    list: "The audit log",
    empty: "Nothing recorded yet",
    emptyFiltered: "No entry matches",
    emptyWords: "What staff and the operator change is listed here.",
    who: "Person",
    what: "Action",
    anyone: "All people",
    anything: "All actions",
    operator: "Operator",
    shown: (shown: number, total: number) =>
      shown < total ? `Newest ${number(shown)} of ${number(total)}` : counted(total, "entry", "entries"),
    older: "Show older entries",
    newestFirst: "Newest first",
    columns: { at: "When, UTC", actor: "Person", action: "Action", target: "On what", changes: "Change" },
  },
  actions: {
    assign_devices: "Assigned Sentinels",
    assign_releases: "Assigned releases",
    assign_models: "Assigned models",
    register_device: "Registered a Sentinel",
    clear_device: "Cleared a Sentinel",
    restore_insights: "Restored insights",
    update_model_file: "Changed a model's file",
    publish_model: "Published a model",
    create_release: "Created a release",
    create_invite: "Created an invitation",
    create_reset_link: "Created a reset link",
    send_reset_mail: "Sent a reset email",
    end_sessions: "Signed out everywhere",
    change_role: "Changed a role",
  } satisfies Record<AuditAction, string>,
  facts: {
    added: "Added",
    removed: "Removed",
    count: "Count",
    role: "Role",
    sessions: "Sessions",
    bucket: "Bucket",
    path: "Path",
    checksum: "Checksum",
    models: "Models",
    insights: "Insights",
    photos: "Photos",
    alerts: "Alerts",
    updates: "Updates",
    users: "Users",
  } satisfies Record<AuditFact, string>,
  change: (fact: AuditFact, before: string | null, after: string | null) => {
    const name = INTERNAL.facts[fact];
    if (before !== null && after !== null) return `${name}: ${before} → ${after}`;
    return `${name}: ${after ?? before}`;
  },

  clear: {
    words: "Deletes a Sentinel and everything that belongs to it, for all its users. It cannot be undone.",
    changing: "Clearing a Sentinel",
    device: "Device ID",
    look: "Show what would be deleted",
    noDevice: "There is no Sentinel with this ID.",
    willGo: (name: string, id: string) => (name === id ? `Sentinel ${id}` : `${name} (Sentinel ${id})`),
    contents: {
      insights: (count: number) => counted(count, "insight", "insights"),
      photos: (count: number) => counted(count, "photo", "photos"),
      alerts: (count: number) => counted(count, "alert", "alerts"),
      updates: (count: number) => counted(count, "device update", "device updates"),
    },
    users: (users: readonly string[]) =>
      users.length === 0 ? "Assigned to nobody" : `Assigned to ${users.join(", ")}`,
    confirm: "Confirm",
    typeId: "Type the Device ID",
    typePhrase: (phrase: string) => `Type ${phrase}`,
    clear: "Clear Sentinel",
    /** Literal. */
    wrong: "Confirmation information incorrect. Please double check confirmation and try again.",
    cleared: (id: string) => `Sentinel ${id} is cleared.`,
    gone: "This Sentinel was cleared already.",
  },

  people: {
    changing: "Helping people",
    invite: "Invite a colleague",
    inviteWords: "The link works once, for 30 days. Copy it when it appears: it is not shown again.",
    makeInvite: "Create invitation link",
    makeAnother: "Create another link",
    copy: "Copy link",
    copied: "The link is copied.",
    copyFailed: "The browser could not copy it. Select it and copy it by hand.",
    inviteLink: "Invitation link",
    inviteCode: (code: string) => `Invitation code: ${code}`,
    help: "Help with an account",
    person: "Username or email",
    find: "Find",
    noPerson: "No account has this username or email.",
    list: "The list of users",
    sessions: (count: number) => counted(count, "signed-in device", "signed-in devices"),
    unknownDevice: "Unknown device",
    lastSeen: (day: string) => `last seen ${day}`,
    signOut: "Sign out everywhere",
    signOutSure: (name: string) => `Sign ${name} out on all devices?`,
    signedOut: (name: string) => `${name} is signed out everywhere.`,
    keep: "Cancel",
    resetMail: "Send password reset email",
    resetSent: (email: string) => `A reset email was sent to ${email}.`,
    role: "Role",
    roles: { staff: "Staff", member: "Member", restricted: "Restricted" } satisfies Record<Role, string>,
    roleFixed: "The server's configuration sets this role.",
    saveRole: "Save role",
    roleSaved: (name: string, role: Role) => `${name} is ${role} now.`,
  },
};
