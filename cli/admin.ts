import { ConfigError, loadConfig } from "../server/config.ts";
import { FolderModelStore } from "../server/files/model-folder.ts";
import { openUpToDate, StartError } from "../server/open-up-to-date.ts";
import { type AdminResult, faultOf, runAdmin } from "./admin-command.ts";

// exit: 0 done, 1 failed, 2 wrong arguments

const args = process.argv.slice(2);
try {
  show(faultOf(args) ?? (await run()));
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  show({ exitCode: 1, text: error.message });
}

async function run(): Promise<AdminResult> {
  const config = loadConfig(process.env);
  const db = await openUpToDate(config);
  try {
    return await runAdmin(
      { db, config, models: new FolderModelStore(config.dataDir), clock: { now: () => Date.now() } },
      args,
    );
  } finally {
    await db.close();
  }
}

function show({ exitCode, text }: AdminResult): void {
  if (exitCode === 0) console.log(text);
  else console.error(text);
  process.exitCode = exitCode;
}
