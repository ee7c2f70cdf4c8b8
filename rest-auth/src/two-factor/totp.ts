import { createHmac, timingSafeEqual } from 'node:crypto'

const period = 30 // seconds
const digits = 6

/** RFC 4226: the code of a moving factor. */
export function codeAt(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** RFC 6238: the moving factor is the time. */
export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / period)

/** Returns the step of the code, up to one early or late, because clocks differ and people type. Null if it is wrong. */
export function findStep(key: Uint8Array, code: string, time: Date): number | null {
  const typed = Buffer.from(code.replaceAll(/\s/g, ''))
  if (typed.length !== digits) return null
  const now = stepAt(time)
  return [now, now - 1, now + 1].find((step) => timingSafeEqual(Buffer.from(codeAt(key, step)), typed)) ?? null
}

/** Apps read it from a picture. The format is Google Authenticator's. Some show a `+` as it is. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const query = new URLSearchParams({ secret, issuer, digits: String(digits), period: String(period) })
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`
}
