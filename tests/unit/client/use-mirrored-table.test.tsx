// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Services, ServicesProvider } from "../../../src/client/services.tsx";
import { useMirroredTable } from "../../../src/client/use-sync.ts";
import { fakeGroup } from "../../support/server/fleet-world.ts";

afterEach(cleanup);

/** Reads end when the test says what they find; a read that begins later waits for the next time. */
function slowMirror() {
  let waiting: ((names: readonly string[]) => void)[] = [];
  const groups = () =>
    new Promise((resolve) => {
      waiting.push((names) => resolve(names.map((name) => fakeGroup({ group_id: name, group_name: name }))));
    });
  const services = { mirror: { groups } } as unknown as Services;
  const answer = async (...names: string[]) => {
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    const reads = waiting;
    waiting = [];
    for (const read of reads) read(names);
  };
  return { services, answer };
}

function Names() {
  const groups = useMirroredTable("groups");
  return <p>{groups?.map(({ group_name }) => group_name).join() ?? "nothing yet"}</p>;
}

const show = (services: Services) =>
  render(
    <ServicesProvider services={services}>
      <Names />
    </ServicesProvider>,
  );

describe("a small table of the mirror", () => {
  it("shows at once what the screen before read, and then what it is", async () => {
    const { services, answer } = slowMirror();
    const first = show(services);
    expect(screen.getByText("nothing yet")).toBeTruthy();
    await answer("Valley");
    await screen.findByText("Valley");
    first.unmount();

    show(services);
    expect(screen.getByText("Valley")).toBeTruthy();
    await answer("Valley", "Ridge");
    await screen.findByText("Valley,Ridge");
  });

  it("shows nothing of another person's", async () => {
    const { services, answer } = slowMirror();
    const first = show(services);
    await answer("Valley");
    await screen.findByText("Valley");
    first.unmount();
    show(slowMirror().services);
    expect(screen.getByText("nothing yet")).toBeTruthy();
  });
});
