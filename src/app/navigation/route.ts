/**
 * The addresses of the app. They match exactly: nothing before, behind or in other case. Another of the product,
 * /landing, is a page of its own.
 */
export const ROUTES = ["/", "/login", "/signup", "/resetpassword", "/demo", "/documentation"] as const;
export type Route = (typeof ROUTES)[number];

/** Where Documentation leads until the operator names another address. */
export const BUILT_IN_DOCUMENTATION: Route = "/documentation";

export function routeOf(pathname: string): Route | null {
  return ROUTES.find((route) => route === pathname) ?? null;
}

/** The target of a redirect: the shell needs a session; sign-in and sign-up need none. Null: no redirect. */
export function redirectFor(route: Route | null, signedIn: boolean): Route | null {
  if (route === "/" && !signedIn) return "/login";
  if ((route === "/login" || route === "/signup") && signedIn) return "/";
  return null;
}
