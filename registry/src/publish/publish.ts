import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { integrityOf } from 'contract/integrity.ts'
import { isNamedByContent } from 'kit/check/content-version'
import { type Channel } from 'contract/responses.ts'
import { type PublishRequest, type VersionDocument, versionDocument } from 'contract/registry.ts'
import { addToLog } from '../log/log.sql.ts'
import { checkPace, moveWithin } from '../channel/channels.ts'
import { type Actor, changing, type RegistryContext } from '../context.ts'
import { refuseInvalid, refuseUnfit } from '../channel/fit.ts'
import { holdFiles, isPruned } from './prune.sql.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { invalidKey, readPublicKey, verifyDocument } from '../version/verify-document.ts'
import {
  findMissing,
  findOtherShellFiles,
  findVersion,
  insertFile,
  insertVersion,
  measureRemote,
  type StoredFile,
  type StoredVersion,
} from '../version/versions.sql.ts'

interface Published {
  readonly document: VersionDocument
  /** False: the registry had it already, with the same content. */
  readonly isNew: boolean
  readonly channel: Channel | null
}

/**
 * Puts one version into the registry and, if asked for, moves a channel to it; all of it or nothing.
 * @throws RegistryRefusal INVALID_VERSION, INVALID_KEY, INVALID_SIGNATURE, FILES_MISSING (`missing`), VERSION_EXISTS,
 *   VERSION_WITHDRAWN, CHECK_FAILED, LIMIT_REACHED
 */
export async function publishVersion(ctx: RegistryContext, request: PublishRequest, actor: Actor): Promise<Published> {
  const document = parseDocument(request.document)
  const { name, version } = document
  const { document: signed, signature, publicKey } = request
  checkSignature(signed, signature, publicKey)
  const sent = decodeFiles(document, request.files)
  // Long before anybody waits for a lock, and never twice.
  const missing = new Set(await findMissing(ctx, filesOf(document)))
  const compressOwn = compressOf(ctx, document)
  const files = await Promise.all(sent.filter(({ integrity }) => missing.has(integrity)).map(compressOwn))
  // The same again is fine, also where it would not fit any more.
  const isThere = await findVersion(ctx, name, version)
  if (!isThere) await refuseInvalid(ctx, document, sent, request.channel === 'stable')
  const why = { ...actor, why: actor.why ?? request.why }
  const change = async (tx: RegistryContext): Promise<Published> => {
    const known = await findVersion(tx, name, version)
    if (known) checkSame(known, request)
    else {
      await checkPace(tx, name, actor)
      if (!isNamedByContent(signed) && (await isPruned(tx, name, version)))
        throw versionExists(name, version, 'was published before, and removed')
      await holdFiles(tx)
      for (const file of files) await insertFile(tx, file)
      // Removed since the look above.
      const gone = new Set(await findMissing(tx, filesOf(document)))
      for (const file of sent) if (gone.has(file.integrity)) await insertFile(tx, await compressOwn(file))
      await checkFiles(tx, document)
      if (request.channel === undefined) await refuseUnfit(tx, signed, false)
      await insertVersion(tx, document, { signed, signature, publicKey, publishedBy: actor.who })
      await checkRoom(tx, name)
      await addToLog(tx, why, { action: 'publish', name, to: version })
    }
    const move = { version, percent: 100 }
    const channel = request.channel === undefined ? null : await moveWithin(tx, name, request.channel, move, why)
    return { document, isNew: !known, channel }
  }
  return changing(ctx, name, actor, change, publicKey)
}

const mostFiles = 2000
const longestDocument = 1_000_000

/** Of one remote, so that no token fills the disk of all. */
const most = { versions: 1000, bytes: 1_000_000_000 }

async function checkRoom(tx: RegistryContext, name: string): Promise<void> {
  const { versions, bytes } = await measureRemote(tx, name)
  if (versions <= most.versions && bytes <= most.bytes) return
  throw new RegistryRefusal(
    'LIMIT_REACHED',
    `${name} would have ${versions} versions with ${Math.ceil(bytes / 1_000_000)} MB of files; ${most.versions} with ` +
      `${most.bytes / 1_000_000} MB is what a remote may have. An operator makes room: npm run remote -- prune`,
    { versions, bytes },
  )
}

function checkSignature(signed: string, signature: string, publicKey: string): void {
  if (readPublicKey(publicKey) === null) throw invalidKey()
  if (!verifyDocument(signed, signature, publicKey))
    throw new RegistryRefusal(
      'INVALID_SIGNATURE',
      `The signature is not that of the key ${publicKey} over the very bytes of "document". Sign the text that is sent, with ed25519.`,
    )
}

/** Reads the text of a version's document. Throws INVALID_VERSION with all that is wrong. */
export function parseDocument(text: string): VersionDocument {
  if (text.length > longestDocument) throw invalid([`it is longer than ${longestDocument} characters`])
  const parsed = versionDocument.safeParse(parseJson(text))
  if (!parsed.success) throw invalid(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  const document = parsed.data
  const { name, description, container, entry, scripts, styles, catalogues, screens, sharedFiles, files } = document
  const later = [...Object.values(screens).map((screen) => screen.files), ...Object.values(sharedFiles)]
  const named = [entry, ...scripts, ...styles, ...Object.values(catalogues), ...later.flat()]
  const faults = named.filter((path) => !Object.hasOwn(files, path)).map((path) => `${path} is not among its files`)
  if (Object.keys(files).length > mostFiles) faults.push(`it has more than ${mostFiles} files`)
  if ((name === 'shell') !== (description === null)) faults.push('a remote, and only a remote, has a description')
  if (description && description.name !== name)
    faults.push(`its remote.json is of "${description.name}", not of ${name}`)
  if (container !== undefined && container.split('__')[0] !== name.replaceAll('-', '_'))
    faults.push(`its container "${container}" is not named after ${name}`)
  if (faults.length > 0) throw invalid(faults)
  return document
}

const invalid = (faults: string[]) =>
  new RegistryRefusal('INVALID_VERSION', `The version's document is not valid: ${faults.join('; ')}.`, { faults })

/** What is signed must say one thing to whoever reads it: a key that stands twice, say, is read in this way or that. */
function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text, (key, part: unknown) => {
      if (key === '__proto__') throw invalid(['"__proto__" is no name that it may have'])
      return part
    })
  } catch (error) {
    throw error instanceof RegistryRefusal ? error : invalid(['it is no JSON'])
  }
  if (JSON.stringify(value) !== text)
    throw invalid([
      'it is not written as JSON.stringify writes it: each key once, without spaces, in its shortest form',
    ])
  return value
}

const filesOf = ({ files }: VersionDocument): string[] => Object.values(files).map(({ integrity }) => integrity)

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

/** Developers alone load these: not worth the seconds that brotli takes. */
const isRare = (path: string): boolean => path.startsWith('assets/development/')

function compressOf({ isHurried = false }: RegistryContext, { files }: VersionDocument) {
  const common = new Set(Object.entries(files).flatMap(([path, { integrity }]) => (isRare(path) ? [] : [integrity])))
  return (file: Pick<StoredFile, 'integrity' | 'content'>) => compress(file, isHurried || !common.has(file.integrity))
}

export async function compress(
  { integrity, content }: Pick<StoredFile, 'integrity' | 'content'>,
  isSeldomLoaded = false,
): Promise<StoredFile> {
  const [brotli, gzipped] = await Promise.all([
    isSeldomLoaded ? content : encodings.brotli(content),
    encodings.gzip(content),
  ])
  const ifSmaller = (encoded: Buffer) => (encoded.length < content.length ? encoded : null)
  return { integrity, content, brotli: ifSmaller(brotli), gzip: ifSmaller(gzipped) }
}

const versionExists = (name: string, version: string, how: string): RegistryRefusal =>
  new RegistryRefusal(
    'VERSION_EXISTS',
    `${name} ${version} ${how}. A version never changes: publish this one under the next number.`,
  )

function checkSame({ name, version, signed, withdrawnAt }: StoredVersion, request: PublishRequest): void {
  if (withdrawnAt)
    throw new RegistryRefusal(
      'VERSION_WITHDRAWN',
      `${name} ${version} was withdrawn at ${withdrawnAt.toISOString()} and never runs again. Publish another version.`,
    )
  if (signed !== request.document) throw versionExists(name, version, 'is published already, with another content')
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
    throw invalid([
      `another version of the shell has ${other.join(', ')} with another content: put a hash of the content into the name`,
    ])
}
