// Runs a command with TEST_DATABASE_URL set to a PostgreSQL of its own:
//   npm run with-postgres -- npx vitest run tests/contract
import { spawn } from "node:child_process";
import { findPostgresBinaries, startPostgresCluster } from "./postgres-cluster.mjs";

const [command, ...args] = process.argv.slice(2);
const binaries = findPostgresBinaries();
if (!command || !binaries) {
  console.error(command ? "with-postgres: no PostgreSQL binaries found" : "with-postgres: name a command");
  process.exit(2);
}

const cluster = await startPostgresCluster(binaries);
const child = spawn(command, args, {
  env: { ...process.env, TEST_DATABASE_URL: cluster.url },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => {
  cluster.stop();
  process.exit(code ?? 1);
});
