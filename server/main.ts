import { ConfigError, loadConfig } from "./config.ts";
import { StartError } from "./open-up-to-date.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** How long open requests may take after the process was told to stop. */
const CLOSE_WITHIN_MS = 15_000;

try {
  const config = loadConfig(process.env);
  const server = await startServer(config);
  console.log(`Understory ${config.version} is ready at ${server.address}`);
  closeOnSignal(server);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** The first signal lets open requests end; the second ends the process at once. */
function closeOnSignal(server: RunningServer): void {
  let isClosing = false;
  const close = async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    setTimeout(() => process.exit(1), CLOSE_WITHIN_MS).unref();
    await server.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void close());
}
