/** Single words and short labels that more than one screen needs. */
export const CLOSE = "Close";
export const CANCEL = "Cancel";
export const DISMISS = "Dismiss";
export const NOTICES = "Notices";
export const SHOW_PASSWORD = "Show password";
export const HIDE_PASSWORD = "Hide password";
export const TRY_AGAIN = "Try again";
export const UNDO = "Undo";
