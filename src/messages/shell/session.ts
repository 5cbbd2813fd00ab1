/** For failures without a sentence of the server. */
export const SESSION_SENTENCES = {
  unreachable: "The server cannot be reached. Check the connection and try again.",
  refused: "The server refused this. Please try again.",
} as const;
