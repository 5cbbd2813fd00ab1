/** The `message` of a 401 `signed_out`, where the account of the token was deleted. */
export const DELETED_ACCOUNT = { account: "deleted" } as const;
