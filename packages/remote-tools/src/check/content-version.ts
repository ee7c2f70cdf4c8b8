import { createHash } from 'node:crypto'
import type { VersionDocument } from 'contract/registry.ts'

/** Adds a hash of the content to the version: `1.0.0-49f4c09f4a`. */
export function withContentVersion(document: VersionDocument): VersionDocument {
  const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 10)
  return { ...document, version: `${document.version}-${hash}` }
}

/** Whether the version contains the hash of the content. */
export function isNamedByContent(signed: string): boolean {
  const document: VersionDocument = JSON.parse(signed)
  const version = document.version.replace(/-[0-9a-f]{10}$/, '')
  return withContentVersion({ ...document, version }).version === document.version
}
