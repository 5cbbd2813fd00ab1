import { type FormEvent, useEffect, useRef, useState } from "react";
import type { FieldErrors } from "../../state/session-store.ts";

/**
 * One sending of a form: busy meanwhile, then the server's errors by field, with the focus on the first field
 * that is wrong, else where it was. `send` answers null when all went well.
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
    // The button that was pressed could take no press meanwhile and lost the focus with that.
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
