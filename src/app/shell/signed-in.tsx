import { useCallback, useLayoutEffect, useState } from "react";
import { type Services, ServicesProvider } from "../../client/services.tsx";
import type { PublicConfig, User } from "../../protocol/shapes.ts";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import { Shell } from "./shell.tsx";

/** The services of a signed-in person; `stop` closes them. */
export interface OpenServices extends Services {
  stop(): void;
}

export interface SignedInProps {
  user: User;
  config: PublicConfig | null;
  openServices: (user: User) => OpenServices;
  onLogout(unsent: "keep" | "discard"): void;
  onSignIn(): void;
}

/** Opens this person's storage and sync, and closes them with the session, so that nothing leaks to the next. */
export function SignedIn({ user, openServices, onLogout, ...shell }: SignedInProps) {
  const services = useOpenServices(user, openServices);
  // The call to the server comes first and is slow on a weak link: the notice keeps a person from pressing twice.
  const [leaving, setLeaving] = useState(false);
  const leave = useCallback(
    (unsent: "keep" | "discard") => {
      setLeaving(true);
      onLogout(unsent);
    },
    [onLogout],
  );
  if (services === null || leaving) return <LoadingNotice />;
  return (
    <ServicesProvider services={services}>
      <Shell user={user} onLogout={leave} {...shell} />
    </ServicesProvider>
  );
}

function useOpenServices(user: User, openServices: (user: User) => OpenServices): OpenServices | null {
  const [services, setServices] = useState<OpenServices | null>(null);
  const { userIdSql, role } = user;
  // Before the browser paints, so that no notice of waiting is drawn in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new name or picture of the same person opens nothing anew
  useLayoutEffect(() => {
    const opened = openServices(user);
    setServices(opened);
    keepStorage();
    return () => {
      opened.stop();
      setServices(null);
    };
  }, [userIdSql, role, openServices]);
  return services;
}

/** Asks the browser to keep what this site stores, also when space runs short. A refusal shows in the sync panel. */
function keepStorage(): void {
  navigator.storage?.persist?.().catch(() => undefined);
}
