import { randomInt } from 'node:crypto'

const lowerAndDigits = 'abcdefghijklmnopqrstuvwxyz0123456789'
const lettersAndDigits = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerAndDigits}`
const urlSafe = `${lettersAndDigits}-_`

// randomInt is uniform: it draws again instead of taking a remainder.
const draw = (length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** An id or session token: 32 characters a–z, A–Z, 0–9. */
export const randomId = (length = 32): string => draw(length, lettersAndDigits)

/** A secret of digits and lower-case letters. */
export const randomLowerCase = (length: number): string => draw(length, lowerAndDigits)

/** A secret of the base64url alphabet. */
export const randomUrlSafe = (length: number): string => draw(length, urlSafe)
