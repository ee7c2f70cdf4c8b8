/** Keeps a file that is opened directly from running scripts, so that a link to it is harmless. */
export const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
