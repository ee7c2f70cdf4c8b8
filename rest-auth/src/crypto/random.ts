import { generateRandomString, type RandomReader } from '@oslojs/crypto/random'

const random: RandomReader = { read: (bytes) => bytes.set(crypto.getRandomValues(new Uint8Array(bytes.length))) }
const lowerAndDigits = 'abcdefghijklmnopqrstuvwxyz0123456789'
const lettersAndDigits = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerAndDigits}`

export const randomId = (length = 32): string => generateRandomString(random, lettersAndDigits, length)

export const randomLowerCase = (length: number): string => generateRandomString(random, lowerAndDigits, length)

/** Without letters and digits that look alike. */
export const randomReadable = (length: number): string =>
  generateRandomString(random, 'abcdefghijkmnpqrstuvwxyz23456789', length)
