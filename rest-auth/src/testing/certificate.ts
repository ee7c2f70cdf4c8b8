import { generateKeyPairSync, sign } from 'node:crypto'

// Node cannot create certificates, so this has the necessary part of DER (X.690) and X.509 (RFC
// 5280).
function der(tag: number, ...parts: (Buffer | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (year: number) => der(0x17, Buffer.from(`${String(year).slice(2)}0101000000Z`))

/** A self-signed certificate for `localhost`, valid from last year to next, and its key, in PEM. */
export function createLocalhostCertificate(): { certificate: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))))
  const year = new Date().getFullYear()
  const subjectAltName = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from('localhost')))))
  const isAuthority = sequence(oid('551d13'), der(0x01, [0xff]), der(0x04, sequence(der(0x01, [0xff]))))
  const toBeSigned = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ecdsaWithSha256,
    name,
    sequence(utcTime(year - 1), utcTime(year + 1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName, isAuthority)),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const whole = sequence(toBeSigned, ecdsaWithSha256, der(0x03, [0], signature))
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
