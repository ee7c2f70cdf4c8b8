import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { type PublishRequest, type VersionDocument, versionDocument } from 'kit/registry'
import { addToLog, type Channel } from './channels.sql.ts'
import { moveWithin } from './channels.ts'
import { type Actor, changing, type RegistryContext } from './context.ts'
import { RegistryRefusal } from './refusal.ts'
import {
  findMissing,
  findOtherShellFiles,
  findVersion,
  insertFile,
  insertVersion,
  type StoredFile,
  type StoredVersion,
} from './versions.sql.ts'

interface Published {
  readonly document: VersionDocument
  /** False: the registry had it already, with the same content. */
  readonly isNew: boolean
  /** The channel that was moved, if one was asked for. */
  readonly channel: Channel | null
}

/**
 * Puts one version into the registry and, if asked for, moves a channel to it; all of it or nothing.
 * @throws RegistryRefusal INVALID_VERSION, FILES_MISSING (`missing`), VERSION_EXISTS, VERSION_WITHDRAWN, SHELL_FILE_EXISTS
 */
export async function publishVersion(ctx: RegistryContext, request: PublishRequest, actor: Actor): Promise<Published> {
  const document = parseDocument(request.document)
  const { name, version } = document
  const sent = decodeFiles(document, request.files)
  // Long before anybody waits for a lock, and never twice.
  const missing = new Set(await findMissing(ctx, filesOf(document)))
  const files = await Promise.all(sent.filter(({ integrity }) => missing.has(integrity)).map(compress))
  const why = { ...actor, why: actor.why ?? request.why }
  return changing(ctx, name, async (tx) => {
    const known = await findVersion(tx, name, version)
    if (known) checkSame(known, request)
    else {
      for (const file of files) await insertFile(tx, file)
      await checkFiles(tx, document)
      const { document: signed, signature, publicKey } = request
      await insertVersion(tx, document, { signed, signature, publicKey, publishedBy: actor.who })
      await addToLog(tx, why, { action: 'publish', name, to: version })
    }
    const move = { version, percent: 100 }
    const channel = request.channel === undefined ? null : await moveWithin(tx, name, request.channel, move, why)
    return { document, isNew: !known, channel }
  })
}

/** Reads the text of a version's document. Throws INVALID_VERSION with all that is wrong. */
export function parseDocument(text: string): VersionDocument {
  const parsed = versionDocument.safeParse(parseJson(text))
  if (!parsed.success) throw invalid(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  const document = parsed.data
  const { name, description, entry, scripts, styles, catalogues, files } = document
  const named = [entry, ...scripts, ...styles, ...Object.values(catalogues)]
  const faults = named.filter((path) => !Object.hasOwn(files, path)).map((path) => `${path} is not among its files`)
  if ((name === 'shell') !== (description === null)) faults.push('a remote, and only a remote, has a description')
  if (description && description.name !== name)
    faults.push(`its remote.json is of "${description.name}", not of ${name}`)
  if (faults.length > 0) throw invalid(faults)
  return document
}

const invalid = (faults: string[]) =>
  new RegistryRefusal('INVALID_VERSION', `The version's document is not valid: ${faults.join('; ')}.`, { faults })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(['it is no JSON'])
  }
}

const filesOf = ({ files }: VersionDocument): string[] => Object.values(files).map(({ integrity }) => integrity)

/** Subresource Integrity of a content: its name in the registry. */
export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

function decodeFiles(
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

const encodings = { brotli: promisify(brotliCompress), gzip: promisify(gzip) }

async function compress({ integrity, content }: Pick<StoredFile, 'integrity' | 'content'>): Promise<StoredFile> {
  const [brotli, gzipped] = await Promise.all([encodings.brotli(content), encodings.gzip(content)])
  const ifSmaller = (encoded: Buffer) => (encoded.length < content.length ? encoded : null)
  return { integrity, content, brotli: ifSmaller(brotli), gzip: ifSmaller(gzipped) }
}

function checkSame({ name, version, signed, withdrawnAt }: StoredVersion, request: PublishRequest): void {
  if (withdrawnAt)
    throw new RegistryRefusal(
      'VERSION_WITHDRAWN',
      `${name} ${version} was withdrawn at ${withdrawnAt.toISOString()} and never runs again. Publish another version.`,
    )
  if (signed !== request.document)
    throw new RegistryRefusal(
      'VERSION_EXISTS',
      `${name} ${version} is published already, with another content. A version never changes: publish this one under the next number.`,
    )
}

async function checkFiles(tx: RegistryContext, document: VersionDocument): Promise<void> {
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
    throw new RegistryRefusal(
      'SHELL_FILE_EXISTS',
      `Another version of the shell has ${other.join(', ')} with another content. Names of its files carry their content's hash.`,
      { paths: other },
    )
}
