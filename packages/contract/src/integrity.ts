import { createHash } from 'node:crypto'

/** Subresource Integrity of a content (https://www.w3.org/TR/SRI/): its name in the registry. */
export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`
