import { createHash } from 'node:crypto'

/** Subresource Integrity (https://www.w3.org/TR/SRI/). It also names the file in the registry. */
export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`
