import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` tries without end where the system
 * answers ENOENT inside a folder that exists, as in /proc.
 *
 * @param mode of the folders that are made; existing ones keep theirs
 * @throws the system's error, as ENOTDIR or EACCES, of the first folder that cannot be made
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const missing: string[] = [];
  for (let folder = path; !(await isFolder(folder)); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.reverse()) {
    await mkdir(folder, { mode }).catch(async (error: unknown) => {
      // Another process may have made it meanwhile.
      if (!(await isFolder(folder))) throw error;
    });
  }
}

/** False where nothing has this name. @throws ENOTDIR where something else has it */
async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
  throw Object.assign(new Error(`not a folder: ${path}`), { code: "ENOTDIR" });
}
