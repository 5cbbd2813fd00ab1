import ImageUp from "lucide-react/icons/image-up";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { profilePhotoFault } from "../../../domain/account/profile-photo.ts";
import { PROFILE } from "../../../messages/account/profile.ts";
import { Avatar } from "../../../parts/account/avatar.tsx";
import { useOnlineOnly } from "../../../parts/use-online-only.tsx";
import type { User } from "../../../protocol/shapes.ts";
import type { AccountStoreApi } from "../../../state/account-store.ts";
import { showToast } from "../../../state/toast-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import styles from "../account.module.css";
import profileStyles from "./profile.module.css";

const CropDialog = lazy(async () => ({ default: (await import("./crop-dialog.tsx")).CropDialog }));

/** The profile photo: a file is chosen, cropped to a square and sent. */
export function PhotoSection({ user, account }: { user: User; account: AccountStoreApi }) {
  const online = useOnlineOnly(PROFILE.writing);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const fail = (reason: string | null) => {
    setFile(null);
    setProblem(reason);
    showToast({ message: PROFILE.photoFailed, tone: "error" });
  };
  const take = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setProblem(null);
    const fault = profilePhotoFault(chosen);
    if (fault === null) setFile(chosen);
    else fail(fault === "size" ? PROFILE.tooLarge : PROFILE.unreadable);
  };
  const save = async (photo: Blob) => {
    const errors = await account.getState().savePhoto(photo);
    if (errors !== null) return fail(errors.image ?? errors.general ?? null);
    setFile(null);
    showToast({ message: PROFILE.photoSaved, tone: "ok" });
  };
  const choose = () => input.current?.click();

  return (
    <section className={styles.section} aria-label={PROFILE.photo}>
      <div className={profileStyles.photo}>
        <Avatar user={user} className={profileStyles.portrait} />
        <div className={profileStyles.photoWords}>
          <Button icon={<ImageUp size={18} aria-hidden="true" />} {...online.button} onClick={choose}>
            {user.imageUrl === null ? PROFILE.choosePhoto : PROFILE.changePhoto}
          </Button>
          <p id={hintId} className={profileStyles.hint}>
            {PROFILE.photoHint}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          name="image"
          accept="image/*"
          hidden
          aria-label={PROFILE.photo}
          aria-describedby={hintId}
          onChange={(event) => {
            take(event.target.files?.[0]);
            // The same file chosen once more is a change again.
            event.target.value = "";
          }}
        />
      </div>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      <Suspense>
        {file !== null && (
          <CropDialog
            file={file}
            onClose={() => setFile(null)}
            onOther={choose}
            onUnreadable={() => fail(PROFILE.unreadable)}
            onSave={save}
          />
        )}
      </Suspense>
    </section>
  );
}
