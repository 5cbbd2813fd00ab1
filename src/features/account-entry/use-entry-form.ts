import { type FormEvent, useEffect, useRef, useState } from "react";
import type { FieldErrors } from "../../state/session-store.ts";

/**
 * Submits a form: then the server's errors by field, with the focus on the first wrong field, else where it was.
 *
 * @param send resolves to null on success
 */
export function useEntryForm(send: () => Promise<FieldErrors | null>) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const mounted = useRef(true);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const wrong = form.current?.querySelector<HTMLInputElement>("input[aria-invalid]");
    if (wrong) wrong.focus();
    // The pressed button was disabled meanwhile and lost the focus.
    else if (document.activeElement === document.body) {
      form.current?.querySelector<HTMLButtonElement>("button[type=submit]")?.focus();
    }
  }, [errors]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setErrors({});
    const answer = await send();
    if (!mounted.current) return;
    setBusy(false);
    setErrors(answer ?? {});
  };

  return { form, busy, errors, onSubmit };
}
