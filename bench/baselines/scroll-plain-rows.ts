import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const DEXIE = readFileSync(createRequire(import.meta.url).resolve("dexie/dist/dexie.min.js"), "utf8");
const ROW_PX = 20;
/** The height that browsers draw without losing rows. */
const MAX_PX = 12_000_000;

/** Opens a list of the rows that `fillPlainRows` has stored, and moves the mouse over it. */
export async function scrollPlainRows(page: Page, url: string, rows: number): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${url}/api/health`);
  await page.evaluate(DEXIE);
  await page.evaluate(`(async () => {
    const database = new Dexie("plain-rows");
    await database.open();
    document.body.style.height = Math.min(${rows} * ${ROW_PX}, ${MAX_PX}) + "px";
    const list = document.createElement("div");
    list.style.position = "absolute";
    document.body.replaceChildren(list);
    let reading = false;
    const draw = async () => {
      if (reading) return;
      reading = true;
      const top = Math.max(0, Math.floor(scrollY / ${ROW_PX}) - 25);
      const rows = await database.table("insights").orderBy("timeMs").reverse().offset(top).limit(100).toArray();
      list.style.top = top * ${ROW_PX} + "px";
      list.replaceChildren(...rows.map((row) => {
        const line = document.createElement("div");
        line.style.height = "${ROW_PX}px";
        line.textContent = [row.className, row.confidence, row.deviceName, new Date(row.timeMs), row.status].join(" ");
        return line;
      }));
      reading = false;
    };
    addEventListener("scroll", draw);
    await draw();
    if (list.childElementCount !== 100) throw new Error(list.childElementCount + " rows came instead of 100");
  })()`);
  await page.mouse.move(200, 200);
}
