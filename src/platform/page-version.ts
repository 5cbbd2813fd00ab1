/** The version of the app that this page is, as the build wrote it into the page; "" where it did not. */
export function pageVersion(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="app-version"]')?.content ?? "";
}
