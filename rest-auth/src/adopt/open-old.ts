import { createDecipheriv, hash } from 'node:crypto'

const rounds = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

/** HChaCha20 (draft-irtf-cfrg-xchacha-03, section 2.2), which Node.js lacks. */
export function deriveSubkey(key: Buffer, nonce: Buffer): Buffer {
  const input = Buffer.concat([Buffer.from('expand 32-byte k'), key, nonce])
  const words = Int32Array.from({ length: 16 }, (_, index) => input.readInt32LE(index * 4))
  const at = (index: number): number => words[index] ?? 0
  const mix = (to: number, by: number, target: number, bits: number): void => {
    words[to] = at(to) + at(by)
    const mixed = at(target) ^ at(to)
    words[target] = (mixed << bits) | (mixed >>> (32 - bits))
  }
  for (let round = 0; round < 10; round++)
    for (const [a, b, c, d] of rounds) {
      mix(a, b, d, 16)
      mix(c, d, b, 12)
      mix(a, b, d, 8)
      mix(c, d, b, 7)
    }
  const output = Buffer.alloc(32)
  for (const [place, index] of [0, 1, 2, 3, 12, 13, 14, 15].entries()) output.writeInt32LE(at(index), place * 4)
  return output
}

/** Opens better-auth's `symmetricEncrypt`: XChaCha20-Poly1305, in hex. Null if none of the secrets fits. */
export function openOld(secrets: readonly string[], sealed: string): string | null {
  const bytes = Buffer.from(sealed.replace(/^\$ba\$\d+\$/, ''), 'hex')
  const [nonce, tag] = [bytes.subarray(0, 24), bytes.subarray(-16)]
  if (bytes.length < 40) return null
  for (const secret of secrets) {
    const subkey = deriveSubkey(hash('sha256', secret, 'buffer'), nonce.subarray(0, 16))
    const iv = Buffer.concat([Buffer.alloc(4), nonce.subarray(16)])
    const decipher = createDecipheriv('chacha20-poly1305', subkey, iv, { authTagLength: 16 }).setAuthTag(tag)
    try {
      return Buffer.concat([decipher.update(bytes.subarray(24, -16)), decipher.final()]).toString('utf8')
    } catch {}
  }
  return null
}
