import { randomBytes } from 'node:crypto'

const lowerAndDigits = 'abcdefghijklmnopqrstuvwxyz0123456789'
const lettersAndDigits = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerAndDigits}`
const urlSafe = `${lettersAndDigits}-_`

/** Uniform: a byte beyond the last whole multiple of the alphabet is dropped, not folded back. */
function draw(length: number, alphabet: string): string {
  const usable = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < usable) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}

/** An id or session token: 32 characters a–z, A–Z, 0–9. */
export const randomId = (length = 32): string => draw(length, lettersAndDigits)

/** A secret of digits and lower-case letters. */
export const randomLowerCase = (length: number): string => draw(length, lowerAndDigits)

/** A secret of the base64url alphabet. */
export const randomUrlSafe = (length: number): string => draw(length, urlSafe)
