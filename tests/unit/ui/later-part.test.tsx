// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Component, type ReactNode, Suspense, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type LaterPart, laterPart, preloadLaterParts, usePreloaded } from "../../../src/ui/later-part.tsx";
import { LaterScreen } from "../../../src/ui/later-screen.tsx";

afterEach(cleanup);

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  );
}

const draw = (Part: LaterPart<{ name: string }>, name: string) => (
  <Suspense fallback="waiting">
    <Part name={name} />
  </Suspense>
);

describe("a part in a chunk of its own", () => {
  it("is drawn at once where it was brought before", async () => {
    const Part = laterPart(async () => Counter);
    await Part.preload();
    render(draw(Part, "ready"));
    expect(screen.getByRole("button").textContent).toBe("ready 0");
  });

  it("keeps its state when it comes after it was drawn and is brought again", async () => {
    const Part = laterPart(async () => Counter);
    const { rerender } = render(draw(Part, "late"));
    expect(screen.getByText("waiting")).toBeTruthy();
    fireEvent.click(await screen.findByRole("button"));
    await act(() => Part.preload());
    rerender(draw(Part, "again"));
    expect(screen.getByRole("button").textContent).toBe("again 1");
  });

  it("is tried again when it is drawn, where it could not be brought", async () => {
    let tries = 0;
    const Part = laterPart(async () => {
      tries += 1;
      if (tries === 1) throw new Error("no connection");
      return Counter;
    });
    await Part.preload();
    render(draw(Part, "second"));
    expect((await screen.findByRole("button")).textContent).toBe("second 0");
  });

  it("is brought before it is drawn, so that nothing suspends", async () => {
    const Part = laterPart(async () => Counter);
    render(<Brought part={Part} />);
    expect(screen.getByText("bringing")).toBeTruthy();
    expect((await screen.findByRole("button")).textContent).toBe("brought 0");
    expect(Part.isLoaded()).toBe(true);
  });

  it("is drawn all the same where it could not be brought", async () => {
    let tries = 0;
    const Part = laterPart(async () => {
      tries += 1;
      if (tries === 1) throw new Error("no connection");
      return Counter;
    });
    render(<Brought part={Part} />);
    expect((await screen.findByRole("button")).textContent).toBe("brought 0");
    expect(tries).toBe(2);
  });
});

class Caught extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? "failed" : this.props.children;
  }
}

describe("a screen in a chunk of its own", () => {
  it("is tried again when it is mounted anew, where it could not be brought", async () => {
    let tries = 0;
    const Screen = laterPart(async () => {
      tries += 1;
      if (tries <= 2) throw new Error("no connection");
      return Counter;
    }, "seldom");
    const opened = (name: string) => (
      <Caught key={name}>
        <Suspense fallback="waiting">
          <LaterScreen part={Screen} props={{ name }} />
        </Suspense>
      </Caught>
    );
    const silent = vi.spyOn(console, "error").mockImplementation(() => {});
    const { rerender } = render(opened("first"));
    await screen.findByText("failed");
    silent.mockRestore();
    rerender(opened("again"));
    expect((await screen.findByRole("button")).textContent).toBe("again 0");
  });
});

describe("parts that are loaded when the page is idle", () => {
  it("come one after the other, and one that cannot be loaded holds up none", async () => {
    vi.useFakeTimers();
    const log: string[] = [];
    const release: (() => void)[] = [];
    for (const name of ["first", "second", "third"])
      laterPart(async () => {
        log.push(name);
        await new Promise<void>((resolve) => release.push(resolve));
        if (name === "second") throw new Error("no connection");
        return Counter;
      });
    const asked = vi.fn(async () => Counter);
    laterPart(asked, "seldom");
    preloadLaterParts(["often"]);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(log).toEqual(["first"]);
    release[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(log).toEqual(["first", "second"]);
    release[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(log).toEqual(["first", "second", "third"]);
    release[2]?.();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked, "a part that is seldom used").not.toHaveBeenCalled();
    preloadLaterParts(["seldom"]);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(asked).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});

function Brought({ part: Part }: { part: LaterPart<{ name: string }> }) {
  return usePreloaded(Part) ? draw(Part, "brought") : <p>bringing</p>;
}
