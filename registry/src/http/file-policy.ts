/** Of files: opened by itself none runs anything, whatever it is. Otherwise a link to a file of a version would run it. */
export const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
