import { integrityOf } from 'contract/integrity.ts'
import { maxMapsLength, type PublishRequest, type VersionDocument } from 'contract/registry.ts'
import { z } from 'zod'
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

/** As a build of the command has them. Others could be costly to read, or contain the sources. */
const sourceMap = z.object({
  version: z.literal(3),
  names: z.array(z.string()).max(0),
  sources: z.array(z.string().max(300)).max(10_000),
  mappings: z.string().regex(/^[\w+/;,]*$/),
})

/** Source maps of scripts that have no public one. @throws INVALID_VERSION */
export function mapsOf({ name, files }: VersionDocument, maps: PublishRequest['maps'] = {}) {
  const entries = Object.entries(maps)
  const length = entries.reduce((sum, [, text]) => sum + text.length, 0)
  if (length > maxMapsLength) throw invalid([`its source maps have ${length} characters, more than ${maxMapsLength}`])
  return entries.flatMap(([script, text]) => {
    const path = `${script}.map`
    if (name === 'shell' || !Object.hasOwn(files, script) || Object.hasOwn(files, path)) return []
    const { data } = sourceMap.safeParse(parseOrNull(text))
    if (!data) throw invalid([`the source map of ${script} is malformed`])
    const content = Buffer.from(JSON.stringify(data))
    return [{ path, integrity: integrityOf(content), content }]
  })
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
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
