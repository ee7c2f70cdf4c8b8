import { createHash } from 'node:crypto'

/** What the database keeps of a one-time secret: enough to recognise it, not to use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
