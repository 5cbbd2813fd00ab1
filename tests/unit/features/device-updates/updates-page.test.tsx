// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Role } from "../../../../src/domain/account/role.ts";
import { UpdatesPage } from "../../../../src/features/device-updates/updates-page.tsx";
import { DEVICE_UPDATES as WORDS } from "../../../../src/messages/fleet/device-updates.ts";
import { ONLINE } from "../../../../src/messages/offline/online.ts";
import type { Update } from "../../../../src/protocol/shapes.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { createFakeHttp } from "../../../support/client/fake-http.ts";
import type { FakeWorld } from "../../../support/client/fake-services.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";
import { fakeDevice, fakeGroup } from "../../../support/server/fleet-world.ts";

const update = (id: number, status: Update["status"]): Update => ({
  deviceUpdateId: String(id),
  status,
  algReleaseId: "5",
  firmwareReleaseTag: "release",
  cycleTime: 690,
  triggerNumber: 30,
  satelliteFixTime: 5,
  satellitePasses: null,
  createdAt: `2026-11-0${id}T08:00:00.000Z`,
  deviceIds: ["a", "b"],
  deviceReports: ["a", "b"].map((deviceId) => ({
    deviceId,
    status: deviceId === "a" ? "pending" : status,
    reportedAt: null,
    detail: deviceId === "b" && status === "failed" ? "checksum" : null,
  })),
});
const UPDATES = [update(1, "success"), update(4, "pending"), update(2, "failed"), update(3, "dropped")];
const SPRING = { id: "5", name: "Spring 5", description: null, components: [] };
const RELEASES = [SPRING, { ...SPRING, id: "6", name: "Autumn 6" }];
const DEVICES = ["a", "b", "c"].map((id) =>
  fakeDevice({
    device_id: id,
    display_name: `Cam ${id.toUpperCase()}`,
    device_update_status: id === "a" ? "pending" : null,
  }),
);
const POST = "POST /api/devices/update";

function open(
  routes: Parameters<typeof createFakeHttp>[0] = {},
  {
    address = "/?tab=updates",
    widthPx = 1440,
    role = "member",
    ...world
  }: Partial<FakeWorld> & { address?: string; widthPx?: number; role?: Role } = {},
) {
  const http = createFakeHttp({
    "GET /api/devices/update": { message: UPDATES },
    "GET /api/modelRelease/approved": { message: RELEASES },
    ...routes,
  });
  const groups = [fakeGroup({ group_id: "1", group_name: "Valley", devices: ["c"] })];
  const shown = renderScreen(
    <UpdatesPage role={role} />,
    { devices: DEVICES, groups, http, ...world },
    { address, widthPx },
  );
  return {
    ...shown,
    wire: () => http.calls.filter((call) => !call.startsWith("GET")),
    reads: () => http.calls.filter((call) => call === "GET /api/devices/update").length,
  };
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const select = async (label: string) => await screen.findByLabelText<HTMLSelectElement>(label);
const optionsOf = async (label: string) =>
  [...(await select(label)).options].map(({ value }) => value).filter(Boolean);
const choose = async (label: string, value: string) =>
  fireEvent.change(await select(label), { target: { value } });
const toasts = () => toastStore.getState().toasts.map(({ message }) => message);
const form = { address: "/?tab=updates&update=new" };
/** Once what the form needs is loaded. */
const create = async () => {
  const button = await screen.findByRole("button", { name: WORDS.create });
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull());
  fireEvent.click(button);
};
const fill = async () => {
  fireEvent.click(await screen.findByRole("checkbox", { name: /Cam C/ }));
  await screen.findByRole("option", { name: "Spring 5" });
  await choose(WORDS.release, "5");
};

// Whether each element is hidden takes most of the time in jsdom, and none here is.
configure({ defaultHidden: true });

afterEach(() => {
  cleanup();
  localStorage.clear();
  toastStore.setState({ toasts: [] });
});

describe("the list of device updates", () => {
  it("shows each with its status as icon and word, the newest first [UPD-01, UPD-02, UPD-25]", async () => {
    open();
    const table = await screen.findByRole("table", { name: WORDS.caption });
    await within(table).findByText("Update 1");
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows.map((row) => row.textContent?.match(/^Update \d/)?.[0])).toEqual([
      "Update 4",
      "Update 3",
      "Update 2",
      "Update 1",
    ]);
    expect(rows.map((row) => row.querySelector("[data-icon]")?.getAttribute("data-icon"))).toEqual([
      "pending",
      "none",
      "failed",
      "passed",
    ]);
    for (const [at, word] of ["Pending", "Dropped", "Failed", "Passed"].entries())
      expect(rows[at]?.textContent).toContain(word);
    await waitFor(() => expect(rows[0]?.textContent).toContain("Cam A; Cam B–Spring 5release11.5 hours30"));
    expect(rows[2]?.textContent).toContain("Cam B: Failed, checksum");
  });

  it("says offline that it needs a connection, and why none can be created [UPD-01]", async () => {
    open({}, { sync: { phase: "offline" } });
    await screen.findByText(ONLINE.offlineList(WORDS.list));
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: WORDS.make });
    expect(button.disabled).toBe(true);
    expect(button.title).toBe(ONLINE.onlyOnline(WORDS.changing));
  });

  it("asks to sign in again, instead of for a connection, once the session has ended", async () => {
    open({}, { sync: { phase: "signedOut" } });
    await screen.findByText(ONLINE.signedOutList(WORDS.list));
    expect(screen.queryByText(ONLINE.offlineTitle)).toBeNull();
  });

  it("says that there are none yet [UPD-01]", async () => {
    open({ "GET /api/devices/update": { message: [] } });
    await screen.findByText(WORDS.empty);
  });

  it("opens pending updates alone [UPD-03]", async () => {
    open();
    await screen.findByRole("button", { name: WORDS.open("4") });
    for (const id of ["1", "2", "3"])
      expect(screen.queryByRole("button", { name: WORDS.open(id) })).toBeNull();
    cleanup();
    open({}, { address: "/?tab=updates&update=2" });
    await screen.findByRole("dialog", { name: WORDS.ended });
    expect(screen.queryByRole("button", { name: WORDS.drop })).toBeNull();
  });

  it("drops an opened one after a question, and reads the list anew [UPD-04]", async () => {
    const { wire, history, reads, calls } = open({
      "PUT /api/devices/update/4": { message: update(4, "dropped") },
    });
    await press(WORDS.open("4"));
    const dialog = await screen.findByRole("dialog", { name: "Update 4" });
    expect(history.at(-1)).toMatch(/update=4$/);
    expect(within(dialog).getByText("Cam A").closest("li")?.textContent).toContain("Pending");
    await press(WORDS.drop);
    await press(WORDS.keep);
    expect(wire()).toEqual([]);
    const before = reads();
    await press(WORDS.drop);
    await press(WORDS.dropConfirm);
    await waitFor(() => expect(history.at(-1)).not.toMatch(/update=/));
    expect(wire()).toEqual(['PUT /api/devices/update/4 {"status":"dropped"}']);
    expect(reads()).toBe(before + 1);
    expect(calls).toContain("pullNow");
    expect(toasts()).toEqual([WORDS.dropped("4")]);
  });

  it("says that an update has ended meanwhile where it cannot be dropped any more [UPD-04]", async () => {
    const errors = { general: "Only a pending update can be dropped; this one has ended." };
    open({ "PUT /api/devices/update/4": { status: 409, errors } }, { address: "/?tab=updates&update=4" });
    await press(WORDS.drop);
    await press(WORDS.dropConfirm);
    await screen.findByText(errors.general);
  });
});

describe("a new device update", () => {
  it.each([
    ["releases", "GET /api/modelRelease/approved", RELEASES],
    ["updates", "GET /api/devices/update", UPDATES],
  ])(
    "waits for the %s, by which it then has the usual release, instead of being refused for want of one",
    async (_, path, rows) => {
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const { wire } = open(
        {
          [path]: async () => {
            await answered;
            return { message: rows };
          },
          [POST]: { message: "7" },
        },
        form,
      );
      fireEvent.click(await screen.findByRole("checkbox", { name: /Cam C/ }));
      if (rows === RELEASES) await screen.findByText(WORDS.releasesLoading);
      else await screen.findByRole("option", { name: "Spring 5" });
      await press(WORDS.create);
      expect(screen.queryByText(WORDS.missing)).toBeNull();
      answer();
      await screen.findByRole("option", { name: "Spring 5" });
      await waitFor(async () => expect((await select(WORDS.release)).value).toBe("5"));
      await create();
      await waitFor(() => expect(wire()).toEqual([expect.stringContaining('"algReleaseId":"5"')]));
      await waitFor(() => expect(wire()).toEqual([expect.stringContaining('"algReleaseId":"5"')]));
    },
  );

  it("offers the options of each field with its default [UPD-07, UPD-08, UPD-09, UPD-10, UPD-11, UPD-12, UPD-13]", async () => {
    open({}, form);
    await screen.findByRole("option", { name: "Spring 5" });
    expect(await optionsOf(WORDS.release)).toEqual(["5", "6"]);
    expect(await optionsOf(WORDS.cycle)).toEqual(["120", "240", "390", "690"]);
    expect((await select(WORDS.cycle)).value).toBe("690");
    expect(await optionsOf(WORDS.trigger)).toEqual(["10", "30", "50"]);
    expect((await select(WORDS.trigger)).value).toBe("30");
    expect(await optionsOf(WORDS.fix)).toEqual(["2", "3", "4", "5"]);
    expect((await select(WORDS.fix)).value).toBe("5");
    expect(await optionsOf(WORDS.firmware)).toEqual(["release", "alpha"]);
    expect((await screen.findByLabelText<HTMLInputElement>(WORDS.passes)).value).toBe("");
    expect(screen.getAllByRole("checkbox")).toHaveLength(3);
    // Looked at by group.
    await choose("Group", "1");
    await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(1));
  });

  it("offers staging firmware to staff alone [UPD-14]", async () => {
    open({}, { ...form, role: "staff" });
    expect(await optionsOf(WORDS.firmware)).toEqual(["release", "alpha", "staging"]);
  });

  it("asks for what is missing before it sends anything [UPD-15, UPD-16, UPD-20]", async () => {
    const { wire } = open({}, form);
    await create();
    expect((await screen.findByRole("alert")).textContent).toBe("Please fill in all required fields.");
    await choose(WORDS.release, "");
    fireEvent.click(await screen.findByRole("checkbox", { name: /Cam C/ }));
    await create();
    await screen.findByText("Please fill in all required fields.");
    expect(wire()).toEqual([]);
  });

  it("does not take what is no number of passes [UPD-12]", async () => {
    const { wire } = open({}, form);
    await fill();
    await choose(WORDS.passes, "some");
    await create();
    await screen.findByText(WORDS.passesWrong);
    expect(wire()).toEqual([]);
  });

  it("is sent whole, and closes once it is created [UPD-07, UPD-08, UPD-12]", async () => {
    const { wire, history } = open({ [POST]: { message: update(5, "pending") } }, form);
    await fill();
    await choose(WORDS.passes, "4");
    await choose(WORDS.cycle, "120");
    await create();
    await waitFor(() => expect(toasts()).toEqual([WORDS.created(1)]));
    const body = {
      deviceIds: ["c"],
      firmwareReleaseTag: "release",
      algReleaseId: "5",
      settings: { cycleTime: 120, triggerNumber: 30, satelliteFixTime: 5, satellitePasses: 4 },
    };
    expect(wire()).toEqual([`${POST} ${JSON.stringify(body)}`]);
    expect(history.at(-1)).not.toMatch(/update=/);
  });

  it("lists what stands in its way by owner and update, and one's own opens [UPD-21, UPD-22, UPD-23]", async () => {
    const message = [
      { email: "ada@example.org", deviceUpdateId: "4" },
      { email: "ben@example.org", deviceUpdateId: "77" },
    ];
    const { history } = open({ [POST]: { status: 400, code: "conflict", message } }, form);
    await fill();
    await create();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("selected Sentinels already have a pending update");
    expect(alert.textContent).toContain("Drop the pending update from the Device Updates tab");
    const lines = within(await screen.findByRole("list", { name: WORDS.conflictList })).getAllByRole(
      "listitem",
    );
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^ada@example\.org: update 4/),
      "ben@example.org: update 77",
    ]);
    fireEvent.click(within(alert).getByRole("button", { name: WORDS.conflictOpen("4") }));
    await screen.findByRole("dialog", { name: "Update 4" });
    expect(history.at(-1)).toMatch(/update=4$/);
  });

  it("tells of the conflict without a list where the server gives none [UPD-21, UPD-22]", async () => {
    open({ [POST]: { status: 400, message: "no" } }, form);
    await fill();
    await create();
    await screen.findByText(WORDS.conflictDrop);
    expect(screen.queryByRole("list", { name: WORDS.conflictList })).toBeNull();
  });

  it("sends to support for every other error, and says what is known of it [UPD-24]", async () => {
    for (const [answer, why] of [
      [{ status: 500 }, ONLINE.refused],
      [
        { status: 422, errors: { general: "This is not one of the options." } },
        "This is not one of the options.",
      ],
      ["silence", ONLINE.unanswered],
    ] as const) {
      open({ [POST]: answer }, form);
      await fill();
      await create();
      await screen.findByText(
        "An unknown error has occurred. Contact sentinel-support for more information.",
      );
      await screen.findByText(why);
      cleanup();
    }
  });

  it("has the release chosen already where there is one", async () => {
    open({ "GET /api/modelRelease/approved": { message: [SPRING] } }, form);
    await screen.findByRole("option", { name: "Spring 5" });
    expect((await select(WORDS.release)).value).toBe("5");
  });

  it("has the release of the newest update chosen already, where it is still approved", async () => {
    open({}, form);
    await screen.findByRole("option", { name: "Spring 5" });
    expect((await select(WORDS.release)).value).toBe(UPDATES.at(-1)?.algReleaseId);
    cleanup();
    const other = RELEASES.filter(({ id }) => id !== UPDATES.at(-1)?.algReleaseId);
    open(
      { "GET /api/modelRelease/approved": { message: [...other, { ...SPRING, id: "8", name: "Autumn" }] } },
      form,
    );
    await screen.findByRole("option", { name: "Autumn" });
    expect((await select(WORDS.release)).value).toBe("");
  });

  it("says what to do where no release is approved [UPD-08]", async () => {
    open({ "GET /api/modelRelease/approved": { message: [] } }, form);
    await screen.findByText(WORDS.noRelease);
  });
});
