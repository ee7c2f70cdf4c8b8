/** The forms of password hashes that can be verified, as regular expressions of JavaScript and of PostgreSQL alike. */
export const hashForms = {
  argon2: String.raw`^\$argon2(id|i|d)\$`,
  /** better-auth's own: `<salt>:<128 hex digits>`. */
  scrypt: '^[^:]+:[0-9a-f]{128}$',
} as const
