import type { Generated } from "kysely";
import type { Flag, Json, TimeMs } from "./column-types.ts";

export interface MetaTable {
  /** `generation`, `database_identity`, … */
  key: string;
  value: string;
}

export interface UserTable {
  user_id: Generated<number>;
  email: string;
  /** The e-mail in lower case, unique. */
  email_key: string;
  username: string;
  username_key: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  country: string;
  password_hash: string;
  /** staff, member or restricted; the two ids of the configuration override it. */
  role: string;
  /** Names the profile photo of UserImageTable; a new one for each photo. */
  image_key: string | null;
  created_at: TimeMs;
  /** From when on the account is deleted, as its user asked; null: it stays. */
  deletion_at: Generated<TimeMs | null>;
}

/**
 * The profile photo of a user. It lies in the database and not in a folder, so that it is stored, replaced and deleted
 * together with the row of its user, whichever process does it.
 */
export interface UserImageTable {
  user_id: number;
  image_key: string;
  /** A square WebP of at most 512 px, in base64. */
  content: string;
  created_at: TimeMs;
}

export interface SessionTable {
  session_id: Generated<number>;
  user_id: number;
  /** SHA-256 of the token, in hex. The token itself is not stored. */
  token_hash: string;
  user_agent: string | null;
  created_at: TimeMs;
  last_seen_at: TimeMs;
  expires_at: TimeMs;
}

export interface ResetCodeTable {
  code_hash: string;
  user_id: number;
  created_at: TimeMs;
  used_at: TimeMs | null;
}

export interface InviteTable {
  code_hash: string;
  created_at: TimeMs;
  used_at: TimeMs | null;
}

export interface UserFeatureTable {
  user_id: number;
  key: string;
  enabled: Flag;
}

/** The answer to a call with an idempotency key, so that a repeated call gets the same answer. */
export interface AnsweredKeyTable {
  user_id: number;
  idempotency_key: string;
  /** SHA-256 of the call and its body in hex, to tell a repeat from another use of the key. */
  call_hash: string;
  answer: Json;
  created_at: TimeMs;
}

/** How many attempts are left of something that is guessed at, over all servers of this database. No row: all of them. */
export interface AttemptBucketTable {
  /** The name of the limit, and a hash of whom or what it counts. */
  bucket_key: string;
  /** When all attempts are back, if none is made until then; by the clock of the server that counted. */
  full_at: TimeMs;
}

/** A browser in which a user has signed in, by the secret in its cookie. It signs nobody in. */
export interface KnownDeviceTable {
  known_device_id: Generated<number>;
  user_id: number;
  /** SHA-256 of the secret, in hex. The secret itself is not stored. */
  secret_hash: string;
  /** The last sign-in. */
  used_at: TimeMs;
}
