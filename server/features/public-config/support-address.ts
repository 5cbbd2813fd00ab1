import { isEmail } from "../../../src/domain/validation.ts";
import type { Dependencies } from "../../dependencies.ts";
import { findStaffEmail, readOperatorAddress, writeOperatorAddress } from "./repository.ts";

type Needs = Pick<Dependencies, "config" | "db">;

/** The address that the operator gave, by SUPPORT_EMAIL or at set-up; null: none. */
export async function operatorAddress({ config, db }: Needs): Promise<string | null> {
  return config.supportEmail ?? readOperatorAddress(db.reader);
}

/**
 * The address that the support dialog names: the operator's. Until one is given, that of the oldest staff account, but
 * only for people who are signed in: it is a person's own. Null: there is neither.
 */
export async function supportAddress(needs: Needs, isSignedIn: boolean): Promise<string | null> {
  const given = await operatorAddress(needs);
  if (given !== null || !isSignedIn) return given;
  return findStaffEmail(needs.db.reader, needs.config.staffUserId);
}

/** @returns false where it is no e-mail address; nothing is stored then */
export async function giveOperatorAddress({ db }: Pick<Needs, "db">, address: string): Promise<boolean> {
  const trimmed = address.trim();
  if (!isEmail(trimmed)) return false;
  await db.write((transaction) => writeOperatorAddress(transaction, trimmed));
  return true;
}
