import type { Role } from "../../../src/domain/account/role.ts";
import type { User } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { findUser } from "./repository.ts";

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
    imageUrl: row.image_key === null ? null : `/api/user/image/${row.image_key}`,
    role: caller.role,
  };
}
