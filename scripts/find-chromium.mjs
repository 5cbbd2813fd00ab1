// Finds a Chromium for the browser tests, or installs one: CHROMIUM_PATH, then /usr/bin/chromium, then
// Debian's package where we may (root), then Playwright's own download.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const DEBIAN_CHROMIUM = "/usr/bin/chromium";

/** Path of an executable Chromium, or null with the reasons written by `say`. */
export function findOrInstallChromium(say) {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    say(`CHROMIUM_PATH names ${named}, which is not there.`);
    return null;
  }
  return findChromium() ?? installFromDebian(say) ?? installFromPlaywright(say);
}

function findChromium() {
  return [DEBIAN_CHROMIUM, chromium.executablePath()].find((path) => path && existsSync(path)) ?? null;
}

function installFromDebian(say) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return null;
  say("No Chromium found: installing Debian's package (once).");
  return aptInstall(["chromium"]) && existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : null;
}

function installFromPlaywright(say) {
  say("Asking Playwright for its own Chromium (once).");
  spawnSync("npx", ["playwright-core", "install", "chromium"], { stdio: ["ignore", "ignore", "inherit"] });
  return findChromium();
}

/** True where apt-get brought the packages; quiet unless it fails. */
export function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (args) =>
    spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  return run(["update", "-q"]) && run(["install", "-y", "-q", "--no-install-recommends", ...packages]);
}
