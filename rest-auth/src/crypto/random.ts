import { generateRandomString, type RandomReader } from '@oslojs/crypto/random'

/** Ids are drawn character by character, so the system is asked for many bytes at once. None is used twice. */
const drawn = new Uint8Array(1024)
let next = drawn.length

const random: RandomReader = {
  read(bytes) {
    if (next + bytes.length > drawn.length) {
      crypto.getRandomValues(drawn)
      next = 0
    }
    bytes.set(drawn.subarray(next, next + bytes.length))
    drawn.fill(0, next, (next += bytes.length))
  },
}
const lowerAndDigits = 'abcdefghijklmnopqrstuvwxyz0123456789'
const lettersAndDigits = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerAndDigits}`

export const randomId = (length = 32): string => generateRandomString(random, lettersAndDigits, length)

export const randomLowerCase = (length: number): string => generateRandomString(random, lowerAndDigits, length)

/** Without letters and digits that look alike. */
export const randomReadable = (length: number): string =>
  generateRandomString(random, 'abcdefghijkmnpqrstuvwxyz23456789', length)
