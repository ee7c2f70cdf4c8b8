import { integrityOf } from 'contract/integrity.ts'
import type { PublishRequest, VersionDocument } from 'contract/registry.ts'
import type { RegistryContext } from '../context.ts'
import { invalid } from './parse-document.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { findMissing, findOtherShellFiles, type NewFile } from '../version/files.sql.ts'

export const filesOf = ({ files }: VersionDocument): string[] => Object.values(files).map(({ integrity }) => integrity)

export function decodeFiles(document: VersionDocument, files: PublishRequest['files']): NewFile[] {
  const declared = Map.groupBy(Object.values(document.files), ({ integrity }) => integrity)
  return Object.entries(files).map(([integrity, base64]) => {
    const content = Buffer.from(base64, 'base64')
    const named = declared.get(integrity)
    if (!named) throw invalid([`${integrity} was sent, but none of its files has this hash`])
    if (integrityOf(content) !== integrity) throw invalid([`the content sent as ${integrity} does not match the hash`])
    const wrong = named.find(({ bytes }) => bytes !== content.length)
    if (wrong) throw invalid([`${integrity} has ${content.length} bytes, not ${wrong.bytes}`])
    return { integrity, content }
  })
}

/** `sent` are files that the registry is about to store. */
export async function checkFiles(
  tx: RegistryContext,
  document: VersionDocument,
  sent: readonly NewFile[] = [],
): Promise<void> {
  const isSent = new Set(sent.map(({ integrity }) => integrity))
  const missing = (await findMissing(tx, filesOf(document))).filter((integrity) => !isSent.has(integrity))
  if (missing.length > 0) {
    const paths = Object.entries(document.files).flatMap(([path, { integrity }]) =>
      missing.includes(integrity) ? path : [],
    )
    const message = `The content of ${paths.join(', ')} is missing. Send these files with the version.`
    throw new RegistryRefusal('FILES_MISSING', message, { missing, paths })
  }
  const other = document.name === 'shell' ? await findOtherShellFiles(tx, document) : []
  if (other.length > 0)
    throw invalid([
      `another version of the shell has different content in ${other.join(', ')}: put a hash of the content into the file name`,
    ])
}
