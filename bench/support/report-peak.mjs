import { writeFileSync } from "node:fs";

// Loaded before a command (`node --import`): writes the greatest memory of the process, in kB, to PEAK_FILE.
process.on("exit", () => {
  if (process.env.PEAK_FILE) writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS));
});
