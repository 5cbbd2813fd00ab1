import { type Static, Type } from "typebox";
import { PublicConfig, Session, User } from "./shapes.ts";

/** The answer of writes that return nothing. */
export const Ok = Type.Object({ message: Type.Literal("ok") });
export const TokenAnswer = Type.Object({ token: Type.String() });
export const UserAnswer = Type.Object({ userCredentials: User });
export const SessionList = Type.Object({ message: Type.Array(Session) });
export const PublicConfigAnswer = Type.Object({ message: PublicConfig });
export const Health = Type.Object({
  message: Type.Object({ status: Type.Literal("ok"), version: Type.String() }),
});

/**
 * Empty fields, and the rules for e-mail and password, are checked by the server's services, for all fields at once.
 */
const name = Type.String({ maxLength: 100 });
const email = Type.String({ maxLength: 254 });
/** Longer than any good password, so that the rule for passwords refuses it and not this limit. */
const password = Type.String({ maxLength: 1000 });

export const LoginRequest = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 1000 }),
});
export type LoginRequest = Static<typeof LoginRequest>;

export const SignupRequest = Type.Object({
  firstName: name,
  lastName: name,
  phoneNumber: Type.String({ maxLength: 40 }),
  country: name,
  username: name,
  email,
  password,
  confirmPassword: Type.String({ maxLength: 1000 }),
  invite: Type.Optional(Type.String({ maxLength: 200 })),
  /** An addition: needed by the first account of a server. */
  setupCode: Type.Optional(Type.String({ maxLength: 200 })),
});
export type SignupRequest = Static<typeof SignupRequest>;

export const ProfileRequest = Type.Object({ firstName: name, lastName: name, country: name });
export type ProfileRequest = Static<typeof ProfileRequest>;
export const ImageAnswer = Type.Object({ imageUrl: Type.String() });

export const PasswordChangeRequest = Type.Object({ currPassword: password, newPassword: password });
export type PasswordChangeRequest = Static<typeof PasswordChangeRequest>;

export const DeletionRequest = Type.Object({ password });

/** Without `code` a link is mailed and a `password` is ignored; with it the password is set. */
export const ResetRequest = Type.Object({
  email,
  password: Type.Optional(Type.String({ maxLength: 1000 })),
  code: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ResetRequest = Static<typeof ResetRequest>;

/** `token` when a code was given, else the sentence that a link was sent. */
export const ResetAnswer = Type.Union([TokenAnswer, Type.Object({ message: Type.String() })]);
