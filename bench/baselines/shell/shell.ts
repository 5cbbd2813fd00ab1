import { Dexie, type EntityTable } from "dexie";
import { createElement, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

// The least that an app of this kind can be: React, Dexie, and 25 stored rows in a plain table.

interface Row {
  insightId: number;
  className: string;
  deviceName: string;
  confidence: number;
  timeMs: number;
}

const STORED = 500;
const SHOWN = 25;

const database = new Dexie("bare-shell") as Dexie & { insights: EntityTable<Row, "insightId"> };
database.version(1).stores({ insights: "insightId, timeMs" });

async function readRows(): Promise<Row[]> {
  if ((await database.insights.count()) === 0) {
    const rows = Array.from({ length: STORED }, (_, at) => ({
      insightId: at,
      className: at % 2 === 0 ? "fox" : "roe deer",
      deviceName: `Sentinel ${at % 26}`,
      confidence: ((at * 7919) % 1000) / 1000,
      timeMs: 1.7e12 + at * 60_000,
    }));
    await database.insights.bulkPut(rows);
  }
  return await database.insights.orderBy("timeMs").reverse().limit(SHOWN).toArray();
}

function Table() {
  const [rows, setRows] = useState<Row[]>([]);
  useEffect(() => void readRows().then(setRows), []);
  const cells = (row: Row) =>
    [
      row.className,
      `${Math.round(row.confidence * 100)} %`,
      row.deviceName,
      new Date(row.timeMs).toISOString(),
    ].map((text) => createElement("td", { key: text }, text));
  const lines = rows.map((row) =>
    createElement("tr", { key: row.insightId, "data-row": row.insightId }, cells(row)),
  );
  return createElement("table", null, createElement("tbody", null, lines));
}

const root = document.getElementById("root");
if (root === null) throw new Error("there is no root");
createRoot(root).render(createElement(Table));
void navigator.serviceWorker.register("/service-worker.js");
