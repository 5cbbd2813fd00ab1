import type { User } from "../protocol/shapes.ts";
import type { OpenServices } from "./signed-in.tsx";

/** Opens what a signed-in person works with, before anything is drawn that needs it. */
export interface ServicesAhead {
  /** Opens it for the next `open` of the same person to take. */
  begin(user: User): OpenServices;
  open(user: User): OpenServices;
  /** Closes what nobody took: somebody signed out meanwhile, or the app turned out to be too old. */
  drop(): void;
}

export function createServicesAhead(compose: (user: User) => OpenServices): ServicesAhead {
  let ahead: { user: User; services: OpenServices } | null = null;
  const drop = () => {
    ahead?.services.stop();
    ahead = null;
  };
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
