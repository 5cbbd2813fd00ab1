// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ServicesProvider } from "../../../src/client/services.tsx";
import { ImportUnsent } from "../../../src/parts/unsent-file.tsx";
import { createFakeServices } from "../../support/client/fake-services.ts";

afterEach(cleanup);

it("asks before it takes a file that the server may have forgotten, and says what that may mean [OFF-12]", async () => {
  const services = createFakeServices({ rows: [] });
  const taken: string[] = [];
  services.files.importUnsent = async (text, agreed = false) => {
    if (!agreed) return { kind: "asks", count: 3 };
    taken.push(text);
    return { kind: "taken", count: 3, known: 0 };
  };
  const { container } = render(
    <ServicesProvider services={services}>
      <ImportUnsent />
    </ServicesProvider>,
  );
  const input = container.querySelector("input");
  if (input === null) throw new Error("no field for a file");
  // The File of jsdom cannot be read as text.
  fireEvent.change(input, { target: { files: [{ text: async () => "work" }] } });
  expect(await screen.findByText(/may replace newer decisions/)).toBeTruthy();
  expect(taken).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(await screen.findByText("3 actions imported.")).toBeTruthy();
  expect(taken).toEqual(["work"]);
});
