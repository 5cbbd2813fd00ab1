import { askOperatorAddress } from "./ask-operator-address.ts";
import { ConfigError, loadConfig } from "./config.ts";
import { StartError } from "./open-up-to-date.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** How long open requests, jobs and the database may take after the process was told to stop. */
const CLOSE_WITHIN_MS = 9_500;

try {
  const config = loadConfig(process.env);
  const server = await startServer(config);
  console.log(`Understory ${config.version} is ready at ${server.address}`);
  if (server.setupLine !== null) console.log(server.setupLine);
  const closing = closeOnSignal(server);
  await askOperatorAddress(server.operatorAddress, { input: process.stdin, output: process.stdout }, closing);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** The first signal aborts what is returned and lets open requests end; the second ends the process at once. */
function closeOnSignal(server: RunningServer): AbortSignal {
  const closing = new AbortController();
  let isClosing = false;
  const close = async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    closing.abort();
    // SIGKILL loses nothing that was committed, and does not wait: process.exit waits for the statement of a thread,
    // which may take longer than the time that is left.
    const end = () => process.kill(process.pid, "SIGKILL");
    setTimeout(end, CLOSE_WITHIN_MS).unref();
    await server.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void close());
  return closing.signal;
}
