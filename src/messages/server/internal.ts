/** Sentences of the calls below `/api/internal`, and of the operator's commands that do the same. */
export const INTERNAL_SENTENCES = {
  placeMissing: "Missing information. Check that bucket and path are both set.",
  placeWrong: "Can't update alg metadata. Check that the bucket and path point to the correct tflite file.",
  noUser: "There is no such user.",
  noDevice: "There is no such Sentinel.",
  noAlg: "There is no such model.",
  noRelease: "There is no such release.",
  roleFixed: "The configuration of the server names this user's role, so it cannot be changed here.",
  lastStaff: "You are the only one of staff. Give this role to somebody else first.",
  signupClosed: "Sign-up is closed on this server, so an invitation would not help.",
  mailFailed: "The email could not be sent. Please try again later.",
} as const;
