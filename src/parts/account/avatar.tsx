import { useEffect, useState } from "react";
import type { User } from "../../protocol/shapes.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./avatar.module.css";
import { useSession } from "./session-context.tsx";

/** The photo of the signed-in person, or their initials. It is decoration: a name stands beside it. */
export function Avatar({ user, className }: { user: User; className?: string | undefined }) {
  const url = usePortrait(user.imageUrl);
  return (
    <span className={classNames(styles.avatar, className)} aria-hidden="true">
      {url === null ? initialsOf(user) : <img src={url} alt="" className={styles.image} />}
    </span>
  );
}

/** An object URL of the photo; null until it is read, and where there is none. */
function usePortrait(imageUrl: string | null): string | null {
  const session = useSession();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    let made: string | null = null;
    const read = async () => {
      const blob = imageUrl === null ? null : await session.getState().portrait(imageUrl);
      if (!here) return;
      made = blob === null ? null : URL.createObjectURL(blob);
      setUrl(made);
    };
    void read();
    return () => {
      here = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [session, imageUrl]);
  return url;
}

function initialsOf(user: User): string {
  const initials = `${user.firstName.charAt(0)}${user.lastName.charAt(0)}` || user.username.charAt(0);
  return initials.toUpperCase();
}
