import { createHash } from 'node:crypto'
import type { VersionDocument } from 'contract/registry.ts'

/** The same build under a version that says what is in it: `1.0.0-49f4c09f4a`. Equal content has the same one. */
export function withContentVersion(document: VersionDocument): VersionDocument {
  const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 10)
  return { ...document, version: `${document.version}-${hash}` }
}

/** Whether the version in a document's signed text says what is in it, so that there can be no other content under it. */
export function isNamedByContent(signed: string): boolean {
  const document: VersionDocument = JSON.parse(signed)
  const version = document.version.replace(/-[0-9a-f]{10}$/, '')
  return withContentVersion({ ...document, version }).version === document.version
}
