/**
 * The arguments with which node runs one of our programs: the build where `npm test` has just made one, which starts
 * in a tenth of the time; the sources where a file is run by hand, so that no old build is tested.
 *
 * @param source from the project's root: `server/main.ts`
 */
export function programArgs(source: string): string[] {
  if (process.env.TEST_BUILD_IS_FRESH === "true") return [`dist/node/${source.replace(/\.ts$/, ".js")}`];
  return ["--import", "tsx", source];
}
