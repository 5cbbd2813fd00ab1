// A PostgreSQL cluster of our own for one run of the tests: a new data folder in the temporary folder, a
// free port on loopback, a random password, no promise of durability. Stopped and removed at the end.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { aptInstall } from "./find-chromium.mjs";

const DEBIAN_VERSIONS = "/usr/lib/postgresql";
const START_TRIES = 100;
const START_PAUSE_MS = 100;

/** Folder with initdb and postgres: Debian's newest version, or one on the PATH; null where there is none. */
export function findPostgresBinaries() {
  const debian = existsSync(DEBIAN_VERSIONS)
    ? readdirSync(DEBIAN_VERSIONS)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN_VERSIONS, version, "bin"))
    : [];
  const folders = [...debian, ...(process.env.PATH ?? "").split(delimiter)];
  return (
    folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name)))) ?? null
  );
}

/** The same, installing Debian's package where it is missing and we may. */
export function findOrInstallPostgres(say) {
  const found = findPostgresBinaries();
  if (found || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return found;
  say("No PostgreSQL found: installing Debian's package (once).");
  return aptInstall(["postgresql"]) ? findPostgresBinaries() : null;
}

/**
 * Starts a cluster with the binaries in `folder`; answers its URL and how to stop and remove it. `snapshot` copies its
 * disk and `rollBack` puts the copy back, both with the cluster stopped meanwhile, as a snapshot of a virtual machine.
 */
export async function startPostgresCluster(folder) {
  const home = mkdtempSync(join(tmpdir(), "understory-postgres-"));
  const data = join(home, "data");
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(home, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });

  const user = unprivilegedUser();
  if (user) for (const path of [home, passwordFile]) chownSync(path, user.uid, user.gid);
  const as = { ...user, cwd: home, env: { ...process.env, HOME: home, LC_ALL: "C" } };

  execFileSync(
    join(folder, "initdb"),
    [
      "-D",
      data,
      "-U",
      "understory",
      "-E",
      "UTF8",
      "--locale=C",
      "--no-sync",
      "-A",
      "scram-sha-256",
      `--pwfile=${passwordFile}`,
    ],
    { ...as, stdio: ["ignore", "ignore", "inherit"] },
  );
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: home,
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: 100,
    log_min_messages: "fatal",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // Its own process group, so that Ctrl-C reaches us first and the cluster stops after the last test.
  const start = () =>
    spawn(join(folder, "postgres"), ["-D", data, ...flags], {
      ...as,
      detached: true,
      stdio: ["ignore", "ignore", "inherit"],
    });
  let server = start();

  const end = (mode) =>
    spawnSync(join(folder, "pg_ctl"), ["stop", "-D", data, "-m", mode, "-w"], { ...as, stdio: "ignore" });
  const stop = () => {
    server.kill("SIGQUIT");
    end("immediate");
    rmSync(home, { recursive: true, force: true });
  };
  const copyStopped = async (from, to) => {
    end("fast");
    rmSync(to, { recursive: true, force: true });
    execFileSync("cp", ["-a", from, to]);
    server = start();
    await untilReady(folder, port, server);
  };
  try {
    await untilReady(folder, port, server);
  } catch (error) {
    stop();
    throw error;
  }
  return {
    url: `postgres://understory:${password}@127.0.0.1:${port}/postgres`,
    snapshot: () => copyStopped(data, `${data}-snapshot`),
    rollBack: () => copyStopped(`${data}-snapshot`, data),
    stop,
  };
}

async function untilReady(folder, port, server) {
  const args = ["-h", "127.0.0.1", "-p", String(port), "-q"];
  for (let attempt = 0; attempt < START_TRIES; attempt += 1) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL ended at its start with code ${server.exitCode}`);
    if (spawnSync(join(folder, "pg_isready"), args).status === 0) return;
    await delay(START_PAUSE_MS);
  }
  throw new Error("PostgreSQL did not answer in time");
}

/** PostgreSQL refuses to run as root: then its own user, or nobody. Null where we are not root. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag, name) =>
    Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }));
  for (const name of ["postgres", "nobody"]) {
    try {
      return { uid: idOf("-u", name), gid: idOf("-g", name) };
    } catch {
      // No such user on this machine: try the next.
    }
  }
  throw new Error("PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody");
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
