import { type AccessWorld, updateOf } from "./access-world.ts";

/**
 * The access matrix: the status of every call for every caller. A route without a row here fails the build, and so
 * does a row without its route. `answers` is, in this order: anonymous, restricted, member, other member, staff, an
 * expired token. The rows that a call names are the member's, so for the others they do not exist.
 */
export interface AccessRow {
  /** Method and url as the route is registered. */
  readonly route: string;
  /** The url to call; the route's own where left out. Created anew for every caller. */
  readonly url?: (world: AccessWorld) => string | Promise<string>;
  readonly body?: (world: AccessWorld) => unknown;
  readonly answers: readonly [number, number, number, number, number, number];
}

const ANYONE = [200, 200, 200, 200, 200, 200] as const;
/** Signed-in users, each on what is theirs. */
const USERS = [401, 200, 200, 200, 200, 401] as const;
const MEMBERS = [401, 403, 200, 200, 200, 401] as const;
/** What a member asks for and does not have. */
const MEMBERS_WITHOUT = [401, 403, 404, 404, 404, 401] as const;
const STAFF = [401, 403, 403, 403, 200, 401] as const;
/** A row of the member's that any role may read. */
const OWNER_OF_ANY_ROLE = [401, 404, 200, 404, 404, 401] as const;
/** A row of the member's that the restricted role may not request. */
const OWNER = [401, 403, 200, 404, 404, 401] as const;

/** A row of the member's that staff reach too. */
const OWNER_AND_STAFF = [401, 403, 200, 404, 200, 401] as const;

/** Calls of Sentinels; the access of their keys is tested in tests/integration/ingest/ingest-access.test.ts. */
const NO_USER = [401, 401, 401, 401, 401, 401] as const;

export const ACCESS_ROWS: readonly AccessRow[] = [
  { route: "GET /api/health", answers: ANYONE },
  { route: "GET /api/config", answers: ANYONE },
  { route: "GET /api/basemaps", answers: USERS },
  {
    route: "GET /api/basemaps/:file",
    url: ({ basemapFile }) => `/api/basemaps/${basemapFile}`,
    answers: USERS,
  },
  { route: "GET /api/unsubscribe", url: () => "/api/unsubscribe?key=none", answers: ANYONE },
  { route: "POST /api/unsubscribe", url: () => "/api/unsubscribe?key=none", answers: ANYONE },
  { route: "GET /api/unsubscribe/style.css", answers: ANYONE },
  { route: "GET /api/docs", answers: ANYONE },
  { route: "GET /api/docs/json", answers: ANYONE },

  {
    route: "POST /api/login",
    body: ({ people }) => ({ email: people.member.email, password: "Wrong-Password-1" }),
    answers: [401, 401, 401, 401, 401, 401],
  },
  { route: "POST /api/signup", body: () => ({}), answers: [400, 400, 400, 400, 400, 400] },
  { route: "POST /api/resetPassword", body: () => ({ email: "none@example.org" }), answers: ANYONE },
  { route: "POST /api/logout", answers: USERS },
  { route: "GET /api/sessions", answers: USERS },
  {
    route: "DELETE /api/sessions/:id",
    url: async ({ test, people }) => {
      const spare = await test.signInAgain(people.member);
      const sessions = await test.call("GET", "/api/sessions", { as: spare });
      const own = sessions.json().message.find((session: { current: boolean }) => session.current);
      return `/api/sessions/${own.id}`;
    },
    answers: OWNER_OF_ANY_ROLE,
  },
  { route: "GET /api/user", answers: USERS },
  {
    route: "POST /api/user",
    body: () => ({ firstName: "Ada", lastName: "Test", country: "Kenya" }),
    answers: MEMBERS,
  },
  // Without a picture, so that the call is let in and refused by what it lacks.
  { route: "POST /api/user/image", answers: [401, 403, 400, 400, 400, 401] },
  {
    route: "GET /api/user/image/:key",
    url: ({ imageUrl }) => imageUrl,
    answers: OWNER_OF_ANY_ROLE,
  },
  {
    route: "POST /api/changePassword",
    body: () => ({ currPassword: "Fern-and-Moss-7", newPassword: "short" }),
    answers: [401, 403, 400, 400, 400, 401],
  },
  { route: "GET /api/user/export", answers: USERS },
  // Of every role for the wrong password.
  {
    route: "DELETE /api/user",
    body: () => ({ password: "Wrong-Password-1" }),
    answers: [401, 403, 403, 403, 403, 401],
  },
  { route: "POST /api/user/keep", answers: USERS },

  { route: "GET /api/getCard", answers: MEMBERS },
  { route: "GET /api/getCharges", answers: MEMBERS },
  // Billing is not set up in this world.
  {
    route: "POST /api/setSource",
    body: () => ({ token: "tok_visa" }),
    answers: [401, 403, 503, 503, 503, 401],
  },
  { route: "POST /api/stripe/webhook", body: () => ({}), answers: [503, 503, 503, 503, 503, 503] },

  { route: "GET /api/push", answers: MEMBERS },
  // Without keys of a browser: let in, and refused by what it lacks.
  { route: "POST /api/push/subscriptions", body: () => ({}), answers: [401, 403, 400, 400, 400, 401] },
  {
    route: "DELETE /api/push/subscriptions/:id",
    url: ({ subscribe }) => subscribe(),
    answers: OWNER,
  },
  {
    route: "POST /api/push/subscriptions/:id/test",
    url: async ({ subscribe }) => `${await subscribe()}/test`,
    answers: OWNER,
  },
  // Signed for the member, and valid for whoever has the address.
  { route: "GET /api/push/picture", url: ({ pushedPicture }) => pushedPicture, answers: ANYONE },

  { route: "GET /api/features", answers: USERS },
  {
    route: "PUT /api/features/:featureId",
    url: () => "/api/features/1",
    body: () => ({ enabled: true }),
    answers: MEMBERS,
  },
  { route: "GET /api/integrations", answers: MEMBERS },
  {
    route: "POST /api/integrations",
    body: () => ({ platform: "gundi", options: { gundiApiKey: "gundi-key-1234" } }),
    answers: MEMBERS,
  },
  {
    route: "PUT /api/integrations/:platform/notifications",
    url: () => "/api/integrations/gundi/notifications",
    body: () => ({ notificationClasses: "all" }),
    answers: MEMBERS,
  },
  {
    route: "PUT /api/integrations/:platform/groups",
    url: () => "/api/integrations/gundi/groups",
    body: () => ({ groupNotifications: [] }),
    answers: MEMBERS,
  },
  {
    route: "GET /api/integrations/:platform/deliveries",
    url: () => "/api/integrations/gundi/deliveries",
    answers: MEMBERS,
  },
  { route: "DELETE /api/integrations/:platform", url: () => "/api/integrations/gundi", answers: MEMBERS },
  // Nobody has an integration for e-mails or text messages.
  {
    route: "PUT /api/integrations/emails",
    body: () => ({ options: { digestSetting: "daily" } }),
    answers: MEMBERS_WITHOUT,
  },
  {
    route: "PUT /api/integrations/sms",
    body: () => ({ options: { alertSetting: "enabled" } }),
    answers: MEMBERS_WITHOUT,
  },
  {
    route: "POST /api/integrations/:platform/confirm",
    url: () => "/api/integrations/email/confirm",
    body: () => ({ code: "123456" }),
    answers: MEMBERS_WITHOUT,
  },
  {
    route: "POST /api/integrations/:platform/confirm/send",
    url: () => "/api/integrations/email/confirm/send",
    body: () => ({ target: "a@example.org" }),
    answers: MEMBERS_WITHOUT,
  },
  {
    route: "POST /api/integrations/:platform/test",
    url: () => "/api/integrations/email/test",
    body: () => ({}),
    answers: MEMBERS_WITHOUT,
  },
  { route: "GET /api/integrations/rules", answers: MEMBERS },
  { route: "PUT /api/integrations/rules", body: () => ({ visitMinutes: 15 }), answers: MEMBERS },
  { route: "GET /api/getDevicesForUser", answers: USERS },
  { route: "GET /api/devices/report-days", answers: USERS },
  {
    route: "POST /api/devices",
    body: ({ test }) => ({ device_id: test.deps.ids.uuid() }),
    answers: MEMBERS,
  },
  {
    route: "POST /api/devices/:id/key",
    url: ({ deviceId }) => `/api/devices/${deviceId}/key`,
    answers: OWNER,
  },
  {
    route: "POST /api/updateDevice",
    body: ({ deviceId }) => ({ device_id: deviceId, cycle_time: "690" }),
    answers: OWNER,
  },
  {
    route: "PUT /api/devices/:id/display",
    url: ({ deviceId }) => `/api/devices/${deviceId}/display`,
    body: () => ({ description: "By the old fig" }),
    answers: OWNER,
  },
  {
    route: "DELETE /api/dataClearing/:deviceId",
    url: ({ deviceId }) => `/api/dataClearing/${deviceId}?location=true`,
    answers: OWNER,
  },
  {
    route: "GET /api/getModelsForUser/:id",
    url: ({ people }) => `/api/getModelsForUser/${people.member.userId}`,
    answers: OWNER_OF_ANY_ROLE,
  },
  { route: "GET /api/getDeployedModels", answers: USERS },
  {
    route: "POST /api/deployedModels",
    body: ({ deviceId, algId }) => ({ device_id: deviceId, alg_id: algId, deployed_status: "Deploy" }),
    answers: OWNER,
  },
  {
    route: "GET /api/models/:id/classes",
    url: ({ algId }) => `/api/models/${algId}/classes`,
    answers: OWNER_OF_ANY_ROLE,
  },
  { route: "GET /api/v2/marketplace/models", answers: MEMBERS },
  {
    route: "POST /api/v2/marketplace/models",
    body: ({ publicAlgId }) => ({ modelId: publicAlgId }),
    answers: MEMBERS,
  },
  {
    route: "GET /api/v2/marketplace/models/:id/download",
    url: ({ algId }) => `/api/v2/marketplace/models/${algId}/download`,
    answers: OWNER,
  },
  { route: "GET /api/devices/update", answers: MEMBERS },
  {
    route: "POST /api/devices/update",
    body: ({ deviceId, releaseId }) => updateOf(deviceId, releaseId),
    answers: OWNER,
  },
  {
    route: "PUT /api/devices/update/:id",
    url: ({ deviceUpdateId }) => `/api/devices/update/${deviceUpdateId}`,
    body: () => ({ status: "dropped" }),
    answers: OWNER,
  },
  { route: "GET /api/modelRelease", answers: MEMBERS },
  { route: "GET /api/modelRelease/approved", answers: MEMBERS },
  {
    route: "POST /api/modelRelease",
    body: ({ releasableAlgId }) => ({ name: "Autumn", models: [{ algMetadataId: releasableAlgId }] }),
    answers: STAFF,
  },
  { route: "GET /api/internal/users", answers: MEMBERS },
  { route: "GET /api/internal/devices", answers: MEMBERS },
  { route: "GET /api/internal/algs", answers: MEMBERS },
  ...(["modelRelease", "devices", "algs"] as const).map((list) => ({
    route: `GET /api/internal/users/:id/${list}`,
    url: ({ people }: AccessWorld) => `/api/internal/users/${people.member.userId}/${list}`,
    answers: OWNER_AND_STAFF,
  })),
  {
    route: "PUT /api/internal/users/:id/modelRelease",
    url: ({ people }) => `/api/internal/users/${people.member.userId}/modelRelease`,
    body: ({ releaseId }) => ({ algReleaseIds: [releaseId] }),
    answers: STAFF,
  },
  {
    route: "PUT /api/internal/users/:id/devices",
    url: ({ people }) => `/api/internal/users/${people.member.userId}/devices`,
    body: ({ deviceId }) => ({ deviceIds: [deviceId, "SENT-3"] }),
    answers: STAFF,
  },
  {
    route: "PUT /api/internal/users/:id/algs",
    url: ({ people }) => `/api/internal/users/${people.member.userId}/algs`,
    body: ({ algId }) => ({ algIds: [algId] }),
    answers: STAFF,
  },
  {
    route: "PUT /api/internal/algs/:id",
    url: ({ algId }) => `/api/internal/algs/${algId}`,
    body: ({ modelPlace }) => modelPlace,
    answers: STAFF,
  },
  {
    route: "GET /api/internal/devices/:id/contents",
    url: ({ deviceId }) => `/api/internal/devices/${deviceId}/contents`,
    answers: STAFF,
  },
  {
    route: "DELETE /api/internal/devices/:id",
    url: async ({ test, people }) => {
      const spare = test.deps.ids.uuid();
      await test.addDevice(spare, [people.member]);
      return `/api/internal/devices/${spare}`;
    },
    answers: STAFF,
  },
  { route: "GET /api/internal/audit", answers: STAFF },
  { route: "POST /api/internal/invites", answers: STAFF },
  {
    route: "GET /api/internal/users/:id/access",
    url: ({ people }) => `/api/internal/users/${people.member.userId}/access`,
    answers: STAFF,
  },
  {
    route: "DELETE /api/internal/users/:id/sessions",
    url: async ({ test }) => {
      const name = test.deps.ids.uuid();
      return `/api/internal/users/${(await test.addUser(name)).userId}/sessions`;
    },
    answers: STAFF,
  },
  {
    route: "POST /api/internal/users/:id/resetMail",
    url: ({ people }) => `/api/internal/users/${people.member.userId}/resetMail`,
    answers: STAFF,
  },
  {
    route: "PUT /api/internal/users/:id/role",
    url: ({ people }) => `/api/internal/users/${people.member.userId}/role`,
    body: () => ({ role: "member" }),
    answers: STAFF,
  },
  { route: "GET /api/v2/groups", answers: USERS },
  { route: "POST /api/v2/groups", body: () => ({ groupName: "South" }), answers: MEMBERS },
  {
    route: "PUT /api/v2/groups/:id",
    url: ({ groupId }) => `/api/v2/groups/${groupId}`,
    body: () => ({ groupName: "North ridge" }),
    answers: OWNER,
  },
  {
    route: "DELETE /api/v2/groups/:id",
    url: async ({ test, people }) => `/api/v2/groups/${await test.addGroup(people.member, "Spare", [])}`,
    answers: OWNER,
  },
  {
    route: "POST /api/v2/groups/:groupId/devices",
    url: ({ groupId }) => `/api/v2/groups/${groupId}/devices`,
    body: ({ deviceId }) => ({ deviceId }),
    answers: OWNER,
  },
  {
    route: "DELETE /api/v2/groups/:groupId/devices/:deviceId",
    url: async ({ test, people, deviceId }) => {
      const spare = await test.addGroup(people.member, "Spare", []);
      await test.call("POST", `/api/v2/groups/${spare}/devices`, { as: people.member, body: { deviceId } });
      return `/api/v2/groups/${spare}/devices/${deviceId}`;
    },
    answers: OWNER,
  },
  { route: "GET /api/alerts", answers: USERS },
  { route: "GET /api/alerts/settings", answers: MEMBERS },
  { route: "PUT /api/alerts/settings", body: () => ({ settings: { low_battery: false } }), answers: MEMBERS },
  {
    route: "PUT /api/alerts/statusUpdate/:id",
    url: ({ alertId }) => `/api/alerts/statusUpdate/${alertId}`,
    body: () => ({ status: "acknowledged" }),
    answers: OWNER,
  },
  { route: "PUT /api/alerts/all", answers: MEMBERS },
  { route: "DELETE /api/alerts/all", answers: MEMBERS },

  { route: "GET /api/insights/count", answers: USERS },
  { route: "GET /api/insights/paginated", answers: USERS },
  { route: "GET /api/insights/photos", answers: USERS },
  { route: "GET /api/insights/overview", answers: USERS },
  { route: "GET /api/collections/paginated", answers: USERS },
  {
    route: "GET /api/photo",
    url: ({ deviceId, photoKey }) => `/api/photo?deviceId=${deviceId}&photoUrl=${photoKey}`,
    answers: OWNER_OF_ANY_ROLE,
  },
  {
    route: "POST /api/updates/",
    body: ({ deviceId, insightId }) => ({ insights: [{ insightId, deviceId, insightStatus: "archive" }] }),
    answers: MEMBERS,
  },
  {
    route: "POST /api/updates/replaced/dismiss",
    body: () => ({ ids: ["1"] }),
    answers: MEMBERS,
  },
  { route: "GET /api/updates", url: ({ bulkId }) => `/api/updates?bulk_id=${bulkId}`, answers: OWNER },
  { route: "GET /api/sync", answers: USERS },
  { route: "GET /api/sync/estimate", answers: USERS },

  { route: "POST /api/ingest/insights", body: () => ({ insights: [] }), answers: NO_USER },
  { route: "PUT /api/ingest/insights/:id/photo", answers: NO_USER },
  { route: "POST /api/ingest/status", body: () => ({}), answers: NO_USER },
  { route: "GET /api/ingest/update", answers: NO_USER },
  { route: "POST /api/ingest/update/:id", body: () => ({ status: "success" }), answers: NO_USER },
];
