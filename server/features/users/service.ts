import type { Role } from "../../../src/domain/account/role.ts";
import { isoTimeOrNull } from "../../../src/domain/time.ts";
import { isBlank } from "../../../src/domain/validation.ts";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import type { ProfileRequest } from "../../../src/protocol/account.ts";
import type { User } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { invalid, notFound } from "../../http/api-error.ts";
import { findUser, updateProfile } from "./repository.ts";

export async function userCredentials(
  { db }: Pick<Dependencies, "db">,
  caller: { userId: number; role: Role },
): Promise<User> {
  const row = await findUser(db, caller.userId);
  if (row === undefined) throw notFound();
  return {
    userIdSql: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    country: row.country,
    username: row.username,
    email: row.email,
    imageUrl: row.image_key === null ? null : imageUrlOf(row.image_key),
    role: caller.role,
    deletionAt: isoTimeOrNull(row.deletion_at),
  };
}

/** The path under which the owner of a profile photo reads it. */
export function imageUrlOf(key: string): string {
  return `/api/user/image/${key}`;
}

/**
 * Changes the name and the country of the caller and returns the user as it then is.
 * @throws ApiError invalid, with every field that is empty
 */
export async function saveProfile(
  deps: Pick<Dependencies, "db">,
  caller: { userId: number; role: Role },
  request: ProfileRequest,
): Promise<User> {
  const profile = {
    firstName: request.firstName.trim(),
    lastName: request.lastName.trim(),
    country: request.country.trim(),
  };
  const errors = Object.entries(profile)
    .filter(([, text]) => isBlank(text))
    .map(([field]) => [field, SERVER_MESSAGES.fields.required]);
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
  await deps.db.write((transaction) => updateProfile(transaction, caller.userId, profile));
  return userCredentials(deps, caller);
}
