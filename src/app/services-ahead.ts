import type { User } from "../protocol/shapes.ts";
import type { SessionStoreApi } from "../state/session-store.ts";
import type { OpenServices } from "./signed-in.tsx";

/** Opens what a signed-in person works with, before anything is drawn that needs it. */
export interface ServicesAhead {
  /** Opens it for the next `open` of the same person to take. */
  begin(user: User): OpenServices;
  open(user: User): OpenServices;
  /** Closes what nobody took, as where the app turned out to be too old. */
  drop(): void;
}

/** @param session where it ends, what nobody took ends with it: who signs in next finds nothing of what was refused */
export function createServicesAhead(
  compose: (user: User) => OpenServices,
  session: SessionStoreApi,
): ServicesAhead {
  let ahead: { user: User; services: OpenServices } | null = null;
  const drop = () => {
    ahead?.services.stop();
    ahead = null;
  };
  session.subscribe(({ session: { phase } }) => {
    if (phase === "signedOut") drop();
  });
  return {
    drop,
    begin(user) {
      drop();
      ahead = { user, services: compose(user) };
      return ahead.services;
    },
    open(user) {
      if (ahead?.user.userIdSql !== user.userIdSql || ahead.user.role !== user.role) {
        drop();
        return compose(user);
      }
      const { services } = ahead;
      ahead = null;
      return services;
    },
  };
}
