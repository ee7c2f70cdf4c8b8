import { crc32 } from 'node:zlib'
import { keyPrefix } from 'service/api-key.ts'
import { randomId } from '../crypto/random.ts'

const randomLength = 32
const checksumLength = 6

const form = /^acct_[0-9A-Za-z]{38}$/
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Tells a key from a text that looks like one, without the database. */
function checksumOf(text: string): string {
  let checksum = ''
  for (let rest = crc32(text); checksum.length < checksumLength; rest = Math.floor(rest / digits.length))
    checksum = (digits[rest % digits.length] ?? '') + checksum
  return checksum
}

/** `acct_`, 32 random letters and digits (190 bits), and a CRC-32 of both in base 62. */
export const newKeyText = (): string => keyTextOf(randomId(randomLength))

export function keyTextOf(random: string): string {
  const text = keyPrefix + random
  return text + checksumOf(text)
}

export function isKeyText(text: string): boolean {
  return form.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)))
}
