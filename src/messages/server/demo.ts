export const DEMO_MESSAGES = {
  drawing: (done: number, all: number) => `Drawing the photos of the demo: ${done} of ${all}.`,
  inserting: (done: number, all: number) =>
    `Making insights: ${done.toLocaleString("en")} of ${all.toLocaleString("en")}.`,
  kept: (insights: number) =>
    `The demo of before goes on, with ${insights.toLocaleString("en")} insights and all that was done in it.`,
  otherSize: (folder: string, there: number, wanted: number) =>
    `DEMO_INSIGHTS asks for ${wanted.toLocaleString("en")} insights, but the demo in ${folder} was made with ${there.toLocaleString("en")}. Remove that folder to make another one.`,
  foreignFolder: (folder: string) =>
    `${folder} holds files that are no demo's. The demo leaves it alone: set DATA_DIR to an empty folder, or leave it out for ./data/demo.`,
  onlyLoopback: (host: string) =>
    `The demo's password is public, so it listens on this machine alone, not on ${host}. Leave HOST out.`,
  onlySqlite: "The demo keeps its data in SQLite. Leave DATABASE_URL out, or use npm start.",
  wrongCount: (least: number, most: number) =>
    `DEMO_INSIGHTS must be a whole number from ${least} to ${most}.`,
  ready: (address: string, email: string, password: string) =>
    [
      "",
      "  Understory, the demo",
      "",
      `  Address   ${address}`,
      `  Email     ${email}`,
      `  Password  ${password}`,
      "",
      "  Sign up makes further accounts. Ctrl-C ends it.",
      "",
    ].join("\n"),
};
