import { integrityOf } from 'contract/integrity.ts'
import type { PublishRequest, VersionDocument } from 'contract/registry.ts'
import type { RegistryContext } from '../context.ts'
import { invalid } from './parse-document.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { findMissing, findOtherShellFiles, type StoredFile } from '../version/files.sql.ts'

export const filesOf = ({ files }: VersionDocument): string[] => Object.values(files).map(({ integrity }) => integrity)

export function decodeFiles(
  document: VersionDocument,
  files: PublishRequest['files'],
): Pick<StoredFile, 'integrity' | 'content'>[] {
  const sizes = new Map(Object.values(document.files).map(({ integrity, bytes }) => [integrity, bytes]))
  return Object.entries(files).map(([integrity, base64]) => {
    const content = Buffer.from(base64, 'base64')
    if (!sizes.has(integrity)) throw invalid([`${integrity} was sent and belongs to none of its files`])
    if (integrityOf(content) !== integrity) throw invalid([`what was sent as ${integrity} has another content`])
    if (sizes.get(integrity) !== content.length)
      throw invalid([`${integrity} has ${content.length} bytes, not as it says`])
    return { integrity, content }
  })
}

export async function checkFiles(tx: RegistryContext, document: VersionDocument): Promise<void> {
  const missing = await findMissing(tx, filesOf(document))
  if (missing.length > 0) {
    const paths = Object.entries(document.files).flatMap(([path, { integrity }]) =>
      missing.includes(integrity) ? path : [],
    )
    const message = `The registry has not the content of ${paths.join(', ')}. Send these files with the version.`
    throw new RegistryRefusal('FILES_MISSING', message, { missing, paths })
  }
  const other = document.name === 'shell' ? await findOtherShellFiles(tx, document) : []
  if (other.length > 0)
    throw invalid([
      `another version of the shell has ${other.join(', ')} with another content: put a hash of the content into the name`,
    ])
}
