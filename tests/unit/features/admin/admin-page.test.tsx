// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { PublicConfigContext } from "../../../../src/client/public-config.tsx";
import type { Role } from "../../../../src/domain/account/role.ts";
import { AdminPage } from "../../../../src/features/admin/admin-page.tsx";
import { ADMIN, ALGS } from "../../../../src/messages/admin/admin.ts";
import { ASSIGN, ASSIGN_KINDS } from "../../../../src/messages/admin/assign.ts";
import { RELEASES } from "../../../../src/messages/admin/releases.ts";
import { FLEET } from "../../../../src/messages/fleet/fleet.ts";
import { ONLINE } from "../../../../src/messages/offline/online.ts";
import type { Http, HttpCall, HttpOutcome } from "../../../../src/platform/http.ts";
import type { Alg, InternalUser, PublicConfig } from "../../../../src/protocol/shapes.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";
import { fakeDevice } from "../../../support/server/fleet-world.ts";

const USER: InternalUser = {
  user_id: 7,
  email: "amani@example.org",
  username: "amani",
  first_name: "Amani",
  last_name: "Otieno",
  phone_number: "+254700000000",
};
const alg = (alg_id: string): Alg => ({
  alg_id,
  alg_name: `Model ${alg_id}`,
  framework: "YOLOv5",
  date_created: "2026-01-01T00:00:00.000Z",
  alg_bucket: "models",
  alg_path: `${alg_id}.tflite`,
  md5_checksum: "0f",
  class_definitions: [{ class_id: 0, label: "fox", original_label: "fox" }],
});

type Answer = (call: HttpCall<unknown>) => unknown;

/** @param answers `message` of each path; a path that is missing is refused with 500, null never answers */
const httpOf = (answers: Record<string, unknown>): Http =>
  ({
    async call(call: HttpCall<unknown>): Promise<HttpOutcome<unknown>> {
      const known = answers[`${call.method ?? "GET"} ${call.path}`] ?? answers[call.path];
      if (known === null) return new Promise(() => {});
      const message = typeof known === "function" ? (known as Answer)(call) : known;
      return message === undefined
        ? {
            kind: "refusal",
            status: 500,
            protocol: 1,
            refusal: { code: "internal", errors: {}, message: null, retryAfterMs: null },
          }
        : { kind: "answer", value: { message }, protocol: 1 };
    },
  }) as unknown as Http;

function open(
  answers: Record<string, unknown>,
  {
    role = "staff",
    query = "",
    config,
    widthPx,
  }: { role?: Role; query?: string; config?: Partial<PublicConfig>; widthPx?: number } = {},
) {
  const page = (
    <PublicConfigContext value={(config ?? null) as PublicConfig | null}>
      <AdminPage role={role} />
    </PublicConfigContext>
  );
  return renderScreen(
    page,
    { http: httpOf(answers) },
    { address: `/?tab=admin${query}`, ...(widthPx === undefined ? {} : { widthPx }) },
  );
}

const USERS = "/api/internal/users";
const MODELS = "/api/internal/algs";
const manyAlgs = (count: number) => Array.from({ length: count }, (_, at) => alg(String(at + 1)));

afterEach(() => {
  cleanup();
  toastStore.setState({ toasts: [] });
});

describe("Admin", () => {
  it("has four tabs, of which each forgets the filters of the one before [ADMIN-01]", async () => {
    const { history } = open(
      { [USERS]: [USER], [MODELS]: [alg("1")], "/api/modelRelease": [], "/api/internal/devices": [] },
      { query: "&f.email=am&sort=email.up" },
    );
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
      "User Accounts",
      "Devices",
      "Algs",
      "Alg Releases",
    ]);
    await screen.findByText("amani@example.org");
    fireEvent.click(screen.getByRole("tab", { name: "Algs" }));
    await screen.findByText("Model 1");
    expect(history.at(-1)).toBe("/?tab=admin&part=algs");
    fireEvent.click(screen.getByRole("tab", { name: "Alg Releases" }));
    await screen.findByText(ADMIN.empty.releases);
    fireEvent.click(screen.getByRole("tab", { name: "Devices" }));
    await screen.findByText(ADMIN.empty.devices);
  });

  it("names the update of a Sentinel as Device Updates does, a dropped one too", async () => {
    const dropped = fakeDevice({ device_id: "cam-1", display_name: "Ford", device_update_status: "dropped" });
    open({ "/api/internal/devices": [dropped], [MODELS]: [] }, { query: "&part=devices" });
    fireEvent.click(await screen.findByRole("button", { name: ADMIN.open("Ford") }));
    const panel = within(await screen.findByRole("dialog", { name: "Ford" }));
    panel.getByText(FLEET.updateStatus("dropped"));
  });

  it("shows all of a Sentinel in its panel: text uncut, moments in full, memory as a size", async () => {
    const description = "By the old weir, ".repeat(5).trim();
    const sentinel = fakeDevice({
      device_id: "cam-1",
      display_name: "Ford",
      description,
      last_seen: "2026-11-21T07:58:11.000Z",
      battery_voltage: 4.1,
      memory_remaining: 66_400_000,
    });
    const devices = [sentinel, fakeDevice({ device_id: "cam-2", display_name: "New" })];
    open({ "/api/internal/devices": devices, [MODELS]: [] }, { query: "&part=devices" });
    const factsOf = async (name: string) => {
      fireEvent.click(await screen.findByRole("button", { name: ADMIN.open(name) }));
      const panel = within(await screen.findByRole("dialog", { name }));
      return (label: string) => panel.getByText(label, { selector: "dt" }).nextElementSibling?.textContent;
    };
    const ford = await factsOf("Ford");
    const { description: words, seen, battery, memory } = ADMIN.devices;
    expect([words, seen, battery, memory].map(ford)).toEqual([
      description,
      "21 Nov 2026, 07:58:11 UTC",
      "4.10",
      "66 MB",
    ]);
    fireEvent.click(
      within(screen.getByRole("dialog", { name: "Ford" })).getByRole("button", { name: "Close" }),
    );
    const bare = await factsOf("New");
    expect([seen, memory].map(bare)).toEqual([ADMIN.never, ADMIN.absent]);
  });

  it("says that it is loading, that it failed, and reads again when asked", async () => {
    const answers: Record<string, unknown> = { [USERS]: null };
    open(answers);
    expect(screen.queryByText(ADMIN.empty.users)).toBeNull();
    cleanup();
    delete answers[USERS];
    open(answers);
    await screen.findByText(ONLINE.failedTitle(ADMIN.lists.users));
    answers[USERS] = [USER];
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("amani@example.org");
  });

  it("needs a connection: says so instead of the list, and reads it when there is one", async () => {
    const { setSync } = open({ [MODELS]: [alg("1")] }, { query: "&part=algs" });
    await screen.findByText("Model 1");
    act(() => setSync({ phase: "offline" }));
    await screen.findByText(ONLINE.onlyOnline(ADMIN.changing));
    await screen.findByText(ONLINE.outdated);
  });

  it("lets a member read, says why, and offers nothing that only staff may do", async () => {
    open({ [MODELS]: [alg("1")] }, { role: "member", query: "&part=algs&alg=1" });
    await screen.findByText("Model 1");
    screen.getByText(ADMIN.readOnly);
    expect(screen.queryByRole("button", { name: ALGS.updateOf("Model 1") })).toBeNull();
    expect(screen.queryByRole("dialog", { name: ALGS.title })).toBeNull();
    cleanup();
    open({ [MODELS]: [], "/api/modelRelease": [] }, { role: "member", query: "&part=releases&release=new" });
    await screen.findByText(ADMIN.emptyMember);
    expect(screen.queryByRole("button", { name: RELEASES.make })).toBeNull();
    expect(screen.queryByRole("dialog", { name: RELEASES.title })).toBeNull();
  });

  it("shows cards on a phone, without the columns that were hidden", async () => {
    open({ [USERS]: [USER] }, { widthPx: 360 });
    await screen.findByRole("heading", { name: "amani@example.org" });
    screen.getByText("Amani Otieno");
    screen.getByRole("button", { name: ASSIGN_KINDS.devices.buttonOf(USER.email) });
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("the assignment of a user", () => {
  const own = `${USERS}/7/algs`;
  const save = () => screen.getByRole<HTMLButtonElement>("button", { name: ASSIGN.save });
  const boxes = () => screen.getAllByRole<HTMLInputElement>("checkbox");

  it("is not saved before both lists are there, nor while nothing is changed", async () => {
    const answers: Record<string, unknown> = { [USERS]: [USER], [MODELS]: [alg("1")], [own]: null };
    open(answers, { query: "&assign=algs-7" });
    await screen.findByRole("dialog", { name: ASSIGN_KINDS.algs.title });
    expect(save().disabled).toBe(true);
    cleanup();
    open({ ...answers, [own]: [alg("1")] }, { query: "&assign=algs-7" });
    await waitFor(() => expect(boxes()).toHaveLength(1));
    expect(save().disabled).toBe(true);
    fireEvent.click(boxes()[0] as HTMLElement);
    expect(save().disabled).toBe(false);
    fireEvent.click(boxes()[0] as HTMLElement);
    expect(save().disabled).toBe(true);
  });

  it("draws a few of thousands, finds the others, and assigns all that it found", async () => {
    const sent: unknown[] = [];
    open(
      {
        [USERS]: [USER],
        [MODELS]: manyAlgs(10_000),
        [`GET ${own}`]: [alg("9000")],
        [`PUT ${own}`]: ({ body }: HttpCall<unknown>) => {
          sent.push(body);
          return [];
        },
      },
      { query: "&assign=algs-7" },
    );
    await waitFor(() => expect(boxes()).toHaveLength(50));
    expect(screen.getAllByRole("listitem")[0]?.textContent).toContain("Model 9000");
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "model 999" } });
    await waitFor(() => expect(boxes()).toHaveLength(19));
    fireEvent.click(screen.getByRole("button", { name: ASSIGN.addFound(19) }));
    const changes = within(screen.getByRole("region", { name: ASSIGN.changes }));
    changes.getByText("+19");
    changes.getByText(/Model 999.* and 11 more$/);
    fireEvent.click(save());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect((sent[0] as { algIds: string[] }).algIds).toHaveLength(20);
    await waitFor(() => expect(toastStore.getState().toasts[0]?.message).toContain("+19"));
  });

  it("says that there is no such user where the address names another", async () => {
    open({ [USERS]: [USER], [MODELS]: [], [`${USERS}/8/algs`]: undefined }, { query: "&assign=algs-8" });
    await screen.findByRole("dialog", { name: ASSIGN.goneTitle });
  });
});

describe("the form of a release", () => {
  it("offers the normalizations of the server, with resize as the default of each model [ADMIN-08] [ADMIN-14]", async () => {
    const sent: unknown[] = [];
    open(
      {
        [MODELS]: manyAlgs(2),
        "GET /api/modelRelease": [],
        "POST /api/modelRelease": ({ body }: HttpCall<unknown>) => {
          sent.push(body);
          return { id: "1", name: "Two", description: null, components: [] };
        },
      },
      {
        query: "&part=releases&release=new",
        config: { imageNormalizationMethods: ["letterbox", "resize"] },
      },
    );
    fireEvent.change(await screen.findByLabelText(RELEASES.name), { target: { value: "Two" } });
    for (const name of ["Model 1", "Model 2"])
      fireEvent.click(await screen.findByRole("button", { name: RELEASES.addModel(name) }));
    const methods = screen.getAllByLabelText<HTMLSelectElement>(RELEASES.normalization);
    expect(methods.map(({ value }) => value)).toEqual(["resize", "resize"]);
    expect([...(methods[0]?.options ?? [])].map(({ value }) => value)).toEqual(["resize", "letterbox"]);
    fireEvent.change(methods[1] as HTMLElement, { target: { value: "letterbox" } });
    const form = within(screen.getByRole("dialog", { name: RELEASES.title }));
    fireEvent.click(form.getByRole("button", { name: RELEASES.create }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const { models } = sent[0] as { models: { imageNormalizationMethod: string }[] };
    expect(models.map((model) => model.imageNormalizationMethod)).toEqual(["resize", "letterbox"]);
  });

  it("says what is not JSON at its field, which stays open while it is mended", async () => {
    open({ [MODELS]: manyAlgs(1), "/api/modelRelease": [] }, { query: "&part=releases&release=new" });
    fireEvent.change(await screen.findByLabelText(RELEASES.name), { target: { value: "One" } });
    fireEvent.click(await screen.findByRole("button", { name: RELEASES.addModel("Model 1") }));
    const field = screen.getByLabelText<HTMLTextAreaElement>(RELEASES.downstream);
    fireEvent.change(field, { target: { value: "{}" } });
    const form = within(screen.getByRole("dialog", { name: RELEASES.title }));
    fireEvent.click(form.getByRole("button", { name: RELEASES.create }));
    await form.findByText(RELEASES.notObjects);
    expect(field.closest("details")?.open).toBe(true);
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });
});
