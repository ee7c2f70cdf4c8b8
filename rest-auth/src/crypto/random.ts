import { generateRandomString, type RandomReader } from '@oslojs/crypto/random'

const random: RandomReader = { read: (bytes) => bytes.set(crypto.getRandomValues(new Uint8Array(bytes.length))) }
const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const randomId = (length = 32): string => generateRandomString(random, lettersAndDigits, length)
