import type * as Person from "./person.ts";

type PersonCode = typeof Person;

let loaded: PersonCode | null = null;

/**
 * Loads the code of the databases, services and shell of a signed-in person. It is more than half of the script, and
 * the sign-in form does not use it, so it is loaded apart from that form.
 *
 * @throws where it cannot be loaded; the next call tries again
 */
export async function loadPersonCode(): Promise<PersonCode> {
  loaded ??= await import("./person.ts");
  return loaded;
}

/** @throws before `loadPersonCode` has resolved */
export function personCode(): PersonCode {
  if (loaded === null) throw new Error("the code of a signed-in person is not loaded");
  return loaded;
}
