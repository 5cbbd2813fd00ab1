// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { IntegrationsTab } from "../../../../src/features/settings/integrations-tab.tsx";
import { ONLINE } from "../../../../src/messages/offline/online.ts";
import { DELIVERIES, RULES } from "../../../../src/messages/settings/deliveries.ts";
import { INTEGRATIONS } from "../../../../src/messages/settings/integrations.ts";
import { CLOSE } from "../../../../src/messages/words.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { createFakeHttp, type FakeAnswer } from "../../../support/client/fake-http.ts";
import { type FakeWorld, fakeInsight } from "../../../support/client/fake-services.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

const OPTIONS = {
  gundiApiKey: null,
  emails: [] as string[],
  phoneNumbers: [] as string[],
  alertSetting: "enabled",
  digestSetting: "none",
  groupNotifications: [],
};
const EMAIL = {
  platform: "email",
  options: { ...OPTIONS, emails: ["ada@example.org"] },
  notificationClasses: "all",
  groupNotifications: [],
  unconfirmed: [] as string[],
};
const GUNDI = { ...EMAIL, platform: "gundi", options: { ...OPTIONS, gundiApiKey: "…42wx" } };
const RULES_STORED = {
  timeZone: "Africa/Nairobi",
  quietHours: null,
  visitMinutes: 10,
  onlyRare: false,
  dailyLimit: 50,
  digestHour: 7,
  mutedClasses: [],
  mutedDevices: [],
};
const DELIVERY = {
  id: "41",
  platform: "email",
  target: "ada@example.org",
  kind: "insight",
  status: "sent",
  why: { by: "group", className: "lion", groupId: "7" },
  what: {
    insightId: "9",
    alertId: null,
    className: "lion",
    alertType: null,
    deviceId: "S-1",
    deviceName: "Waterhole",
    count: 3,
    day: null,
  },
  createdAt: "2026-11-21T08:00:00.000Z",
  nextAt: null,
  endedAt: "2026-11-21T08:00:02.000Z",
  attempts: 1,
  answer: "250 OK",
  mayRepeat: false,
  providerRef: null,
};
const GROUPS = [
  { group_id: "7", group_name: "North", devices: [] },
  { group_id: "8", group_name: "South", devices: [] },
] as unknown as FakeWorld["groups"];

type Answers = Parameters<typeof createFakeHttp>[0];

function open(integrations: readonly object[], answers: Answers = {}, world: Partial<FakeWorld> = {}) {
  const http = createFakeHttp({
    "GET /api/integrations": { message: integrations },
    "GET /api/integrations/rules": { message: RULES_STORED },
    ...answers,
  });
  const rows = ["lion", "hyena"].map((className, at) => fakeInsight({ insightId: `${at}`, className }));
  return {
    ...renderScreen(<IntegrationsTab />, { http, rows, groups: GROUPS ?? [], ...world }, { address: "/" }),
    http,
  };
}

const writes = (http: { calls: string[] }) => http.calls.filter((call) => !call.startsWith("GET"));
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const findCard = async (name: string) => {
  const heading = await screen.findByRole("heading", { level: 2, name });
  return within(heading.closest("li") ?? heading);
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const toasts = () => toastStore.getState().toasts.map(({ message }) => message);
const choose = (label: string, value: string) => type(label, value);

async function openEdit(name: string, isNew: boolean) {
  await findCard(name);
  press(isNew ? INTEGRATIONS.add(name) : INTEGRATIONS.editNamed(name));
  return within(await screen.findByRole("dialog"));
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  toastStore.setState({ toasts: [] });
});

describe("the integrations in the settings", () => {
  it("are Gundi, Email and SMS; Save stands where there is none, Edit and Delete where there is one [SET-02, SET-03, SET-04, SET-05]", async () => {
    open([EMAIL]);
    const [gundi, email, sms] = [await findCard("Gundi"), await findCard("Email"), await findCard("SMS")];
    for (const card of [gundi, sms]) {
      expect(card.queryByText(INTEGRATIONS.edit)).toBeNull();
      expect(card.queryByText(INTEGRATIONS.delete)).toBeNull();
    }
    email.getByText(INTEGRATIONS.edit);
    email.getByText(INTEGRATIONS.delete);
    expect(email.queryByText(INTEGRATIONS.add("Email"))).toBeNull();
    for (const name of ["Gundi", "SMS"]) {
      const dialog = await openEdit(name, true);
      dialog.getByRole("button", { name: "Save" });
      fireEvent.click(dialog.getByRole("button", { name: CLOSE }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    }
  });

  it("are created with what was chosen, and the notice says so for 3 seconds [SET-20, SET-21, SET-23]", async () => {
    const { http } = open([], { "POST /api/integrations": { message: EMAIL } });
    const dialog = await openEdit("Email", true);
    type("Email", "ada@example.org");
    press(INTEGRATIONS.addTarget.email);
    type("Email 2", "bob@example.org");
    choose(INTEGRATIONS.digest, "daily");
    fireEvent.click(dialog.getByLabelText(INTEGRATIONS.modes.some));
    fireEvent.click(await dialog.findByLabelText("Lion"));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const shown: [string[], number][] = [];
    toastStore.subscribe(() => shown.push([toasts(), Date.now()]));
    press("Save");
    await vi.waitFor(() => expect(shown).toHaveLength(2), { timeout: 5000 });
    const [[words, fromMs], [rest, toMs]] = shown as [[string[], number], [string[], number]];
    expect([words, rest, toMs - fromMs]).toEqual([["Integration updated."], [], 3000]);
    expect(writes(http)).toEqual([
      `POST /api/integrations ${JSON.stringify({
        platform: "email",
        options: {
          emails: ["ada@example.org", "bob@example.org"],
          alertSetting: "enabled",
          digestSetting: "daily",
          groupNotifications: [],
        },
        notificationClasses: ["lion"],
      })}`,
    ]);
  });

  it("say what is wrong with which field, and send nothing [SET-12, SET-13]", async () => {
    const { http } = open([]);
    const dialog = await openEdit("Email", true);
    type("Email", "not an email");
    press(INTEGRATIONS.addTarget.email);
    press(INTEGRATIONS.addTarget.email);
    expect(dialog.queryByText(INTEGRATIONS.addTarget.email)).toBeNull();
    type("Email 2", "a@example.org");
    type("Email 3", "A@example.org");
    press("Save");
    dialog.getByText("Not a valid email.");
    dialog.getByText("Email has already been added.");
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
    type("Email", "b@example.org");
    press(INTEGRATIONS.removeTarget("Email 3"));
    fireEvent.click(dialog.getByLabelText(INTEGRATIONS.modes.some));
    press("Save");
    dialog.getByText(INTEGRATIONS.chooseClass);
    expect(writes(http)).toEqual([]);
  });

  it("keep what was typed and say why, where the server refuses or does not answer [SET-22]", async () => {
    open([], {
      "POST /api/integrations": {
        status: 400,
        errors: { "options.phoneNumbers.0": "Not a valid phone number.", general: "Please check." },
      },
    });
    const dialog = await openEdit("SMS", true);
    type(INTEGRATIONS.target.sms, "555 123 4567");
    press("Save");
    await dialog.findByText("Not a valid phone number.");
    expect(toasts()).toEqual(["Integration failed to update."]);
    expect(screen.getByLabelText<HTMLInputElement>(INTEGRATIONS.target.sms).value).toBe("555 123 4567");
    fireEvent.click(dialog.getByRole("button", { name: CLOSE }));
    dialog.getByText(INTEGRATIONS.discardAsk);
    press(INTEGRATIONS.keepEditing);
    expect(screen.getByLabelText<HTMLInputElement>(INTEGRATIONS.target.sms).value).toBe("555 123 4567");
  });

  it("tell by classes or, with the toggle, by groups with their own, none of which is offered twice [SET-07, SET-08, SET-09, SET-10, SET-18, SET-19]", async () => {
    const { http } = open([EMAIL], {
      "PUT /api/integrations/email/notifications": { message: EMAIL },
      "PUT /api/integrations/email/groups": { message: EMAIL },
    });
    const dialog = await openEdit("Email", false);
    expect(dialog.getByLabelText<HTMLInputElement>("All class names").checked).toBe(true);
    dialog.getByLabelText("Selected classes");
    const toggle = dialog.getByRole<HTMLInputElement>("switch", { name: "Notify for select groups" });
    expect(toggle.checked).toBe(false);
    fireEvent.click(toggle);
    expect(dialog.queryByLabelText("All class names")).toBeNull();
    press("Save");
    dialog.getByText(INTEGRATIONS.noGroupChosen);
    fireEvent.click(await dialog.findByRole("button", { name: INTEGRATIONS.addGroup }));
    press("Save");
    dialog.getByText(INTEGRATIONS.chooseGroupFirst);
    dialog.getByText(INTEGRATIONS.chooseClass);
    choose(INTEGRATIONS.group, "8");
    fireEvent.click(await dialog.findByLabelText("Hyena"));
    press(INTEGRATIONS.addGroup);
    const second = dialog.getAllByLabelText<HTMLSelectElement>(INTEGRATIONS.group)[1];
    expect([...(second?.options ?? [])].map(({ text }) => text)).toEqual([INTEGRATIONS.chooseGroup, "North"]);
    expect(dialog.queryByRole("button", { name: INTEGRATIONS.addGroup })).toBeNull();
    press(INTEGRATIONS.removeGroup("Group 2"));
    press("Save");
    await waitFor(() => expect(toasts()).toEqual(["Integration updated."]));
    expect(writes(http)).toEqual([
      'PUT /api/integrations/email/notifications {"notificationClasses":"none"}',
      'PUT /api/integrations/email/groups {"groupNotifications":[{"groupId":"8","groupNotificationClasses":["hyena"]}]}',
    ]);
  });

  it("change only what was changed, and never ask for the key again", async () => {
    const { http } = open([GUNDI, EMAIL], { "PUT /api/integrations/emails": { message: EMAIL } });
    const gundi = await openEdit("Gundi", false);
    gundi.getByText(INTEGRATIONS.keyFixed("…42wx"));
    expect(screen.queryByLabelText(INTEGRATIONS.key)).toBeNull();
    press("Save");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(writes(http)).toEqual([]);
    await openEdit("Email", false);
    choose(INTEGRATIONS.alerts, "disabled");
    press("Save");
    await waitFor(() => expect(writes(http)).toHaveLength(1));
    expect(writes(http)[0]).toBe(
      'PUT /api/integrations/emails {"options":{"emails":["ada@example.org"],"alertSetting":"disabled","digestSetting":"none"}}',
    );
  });

  it("are deleted after the words that this is permanent, but may be added again [SET-06]", async () => {
    const { http } = open([EMAIL], { "DELETE /api/integrations/email": { message: "ok" } });
    await findCard("Email");
    press(INTEGRATIONS.deleteNamed("Email"));
    const dialog = within(await screen.findByRole("dialog"));
    const words = dialog.getByText(/Delete is permanent/).textContent;
    expect(words).toContain("A new integration may be added afterwards.");
    expect(writes(http)).toEqual([]);
    fireEvent.click(dialog.getByRole("button", { name: INTEGRATIONS.delete }));
    await waitFor(() => expect(toasts()).toEqual([INTEGRATIONS.deleted("Email")]));
    expect(writes(http)).toEqual(["DELETE /api/integrations/email"]);
  });

  it("confirm an address by its code, and send a new one", async () => {
    const { http } = open([{ ...EMAIL, unconfirmed: ["ada@example.org"] }], {
      "POST /api/integrations/email/confirm": { status: 400, errors: { code: "This code is not right." } },
      "POST /api/integrations/email/confirm/send": { status: 429 },
    });
    const card = await findCard("Email");
    card.getByText(INTEGRATIONS.unconfirmed);
    type(INTEGRATIONS.code("ada@example.org"), "123456");
    press(INTEGRATIONS.confirm);
    await card.findByText("This code is not right.");
    press(INTEGRATIONS.sendCode);
    await card.findByText(INTEGRATIONS.codeLimit);
    expect(writes(http)).toEqual([
      'POST /api/integrations/email/confirm {"code":"123456","target":"ada@example.org"}',
      'POST /api/integrations/email/confirm/send {"target":"ada@example.org"}',
    ]);
  });

  it.each([
    ["sent", "250 OK", "The test was accepted. Answer: 250 OK"],
    ["failed", "550 No such user", "The test was refused. Answer: 550 No such user"],
    ["waiting", null, INTEGRATIONS.tested.waiting],
  ])("send a test and show the provider's answer: %s", async (status, answer, words) => {
    const message = { ...DELIVERY, kind: "test", status, answer };
    open([EMAIL], { "POST /api/integrations/email/test": { message } });
    const card = await findCard("Email");
    press(INTEGRATIONS.test);
    await card.findByText(
      (_, element) => element?.textContent?.trim() === words && element.children.length === 0,
    );
  });

  it("are read again with a connection, and without one nothing is changed", async () => {
    const screenOf = open([EMAIL], {}, { sync: { phase: "online", freshAtMs: 1 } });
    await findCard("Email");
    screenOf.setSync({ phase: "offline" });
    await screen.findAllByText(ONLINE.onlyOnline(INTEGRATIONS.changing));
    expect(button(INTEGRATIONS.deleteNamed("Email")).disabled).toBe(true);
    expect(button(INTEGRATIONS.test).disabled).toBe(true);
    expect(button(INTEGRATIONS.add("Gundi")).disabled).toBe(true);
  });

  it("say that they need a connection, or that the server did not give them", async () => {
    open([], { "GET /api/integrations": "silence" }, { sync: { phase: "offline" } });
    await screen.findByText(ONLINE.offlineTitle);
    cleanup();
    open([], { "GET /api/integrations": { status: 500 } });
    await screen.findByText(ONLINE.failedTitle(INTEGRATIONS.what));
  });
});

describe("the log of an integration", () => {
  const LOG = "GET /api/integrations/email/deliveries";
  const openLog = async (answers: Answers) => {
    const screenOf = open([EMAIL], answers);
    await findCard("Email");
    press(INTEGRATIONS.messages);
    return { ...screenOf, dialog: within(await screen.findByRole("dialog")) };
  };

  it("says in two taps why a message was sent, and mutes its class, its Sentinel or the hour", async () => {
    const muted = { ...RULES_STORED, mutedClasses: ["lion"] };
    const { dialog, http } = await openLog({
      [LOG]: { message: { deliveries: [DELIVERY], more: false } },
      "PUT /api/integrations/rules": { message: muted },
    });
    const line = await dialog.findByText("Lion, 3 together at Waterhole");
    const details = line.closest("details") as HTMLDetailsElement;
    details.open = true;
    fireEvent(details, new Event("toggle"));
    await dialog.findByText(DELIVERIES.groupReason("North"));
    dialog.getByText("250 OK");
    dialog.getByRole("button", { name: DELIVERIES.muteDevice("Waterhole") });
    fireEvent.click(dialog.getByRole("button", { name: DELIVERIES.muteClass("Lion") }));
    await waitFor(() => expect(toasts()).toEqual([DELIVERIES.muted("Lion")]));
    expect(writes(http)).toEqual([
      'PUT /api/integrations/rules {"timeZone":"Africa/Nairobi","mutedClasses":["lion"],"mutedDevices":[]}',
    ]);
    toastStore.getState().toasts[0]?.action?.run();
    await waitFor(() => expect(writes(http)).toHaveLength(2));
    expect(writes(http)[1]).toContain('"mutedClasses":[]');
    fireEvent.click(dialog.getByRole("button", { name: DELIVERIES.quietHours }));
    await screen.findByRole("dialog", { name: RULES.title });
  });

  it("is read page by page and by status", async () => {
    const asked: unknown[] = [];
    const { dialog } = await openLog({
      [LOG]: ({ query }) => {
        asked.push(query);
        const isNext = query?.before === DELIVERY.id;
        return { message: { deliveries: [{ ...DELIVERY, id: isNext ? "40" : "41" }], more: !isNext } };
      },
    });
    fireEvent.click(await dialog.findByRole("button", { name: DELIVERIES.more }));
    await waitFor(() => expect(dialog.getAllByRole("listitem")).toHaveLength(2));
    expect(dialog.queryByRole("button", { name: DELIVERIES.more })).toBeNull();
    choose(DELIVERIES.status, "failed");
    await waitFor(() => expect(asked.at(-1)).toEqual({ before: undefined, status: "failed" }));
  });

  it.each([
    [{ message: { deliveries: [], more: false } }, DELIVERIES.none],
    [{ status: 500 }, ONLINE.failedTitle(DELIVERIES.what)],
    ["silence" as const, ONLINE.offlineTitle],
  ])("has words where there is nothing to show", async (answer, words) => {
    const { dialog } = await openLog({ [LOG]: answer as FakeAnswer });
    await dialog.findByText(words);
  });
});
