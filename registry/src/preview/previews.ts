import type { PreviewRequest, PublishRequest, VersionDocument } from 'contract/registry.ts'
import { hashSecret, randomSecret } from 'service/secret.ts'
import { addToLog } from '../log/log.sql.ts'
import { type Actor, changing, type RegistryContext } from '../context.ts'
import {
  countPreviews,
  deleteExpiredPreviews,
  deletePreview,
  deletePreviewsOf,
  findPreview,
  findRunningPreviews,
  insertPreview,
  keepBuildFiles,
  listBuildFiles,
  moveToBrowser,
  type Preview,
  saveBuild,
  saveBuildFile,
  takePreview,
} from './previews.sql.ts'
import { integrityOf } from 'contract/integrity.ts'
import { parseDocument } from '../publish/publish.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { verifyDocument } from '../version/verify-document.ts'
import { findVersion } from '../version/versions.sql.ts'

const minute = 60_000
const toConfirm = 15 * minute
const toLast = 8 * 60 * minute
const mostPreviews = 100
/** Pages that were opened before may still load what only earlier builds had. */
const keptBuilds = 20
const mostBytes = 64 * 2 ** 20

/** Who makes a preview: it ends with this token, an operator has none. */
export interface Maker extends Actor {
  readonly tokenId: string | null
  /** Whose signature its versions carry; undefined or null where any will do. */
  readonly publicKey?: string | null
}

/**
 * Makes a link by which one user, in one browser, can see a version that visitors do not get, or the builds that are sent for it.
 * @throws RegistryRefusal VERSION_NOT_FOUND, VERSION_WITHDRAWN, LIMIT_REACHED
 */
export function createPreview(ctx: RegistryContext, request: PreviewRequest, maker: Maker): Promise<Preview> {
  const { name, version } = request
  return changing(ctx, name, maker, async (tx) => {
    await deleteExpiredPreviews(tx)
    if ((await countPreviews(tx, name)) >= mostPreviews)
      throw new RegistryRefusal(
        'LIMIT_REACHED',
        `There are ${mostPreviews} previews of ${name} already. Those that nobody confirms end after 15 minutes.`,
      )
    if (version !== null) await checkVersion(tx, name, version)
    const createdAt = tx.now()
    const preview: Preview = {
      id: randomSecret(16),
      name,
      version,
      tokenId: maker.tokenId,
      createdBy: maker.who,
      createdAt,
      // A developer confirms once the first build is there.
      expiresAt: new Date(createdAt.getTime() + toConfirm),
      userId: null,
    }
    await insertPreview(tx, preview)
    await addToLog(tx, maker, { action: 'override', name, to: version })
    return preview
  })
}

async function checkVersion(tx: RegistryContext, name: string, version: string): Promise<void> {
  const found = await findVersion(tx, name, version)
  if (!found) throw new RegistryRefusal('VERSION_NOT_FOUND', `There is no ${name} ${version}. Publish it first.`)
  if (found.withdrawnAt)
    throw new RegistryRefusal('VERSION_WITHDRAWN', `${name} ${version} was withdrawn and never runs again.`)
}

/** What the page of a link says. Throws PREVIEW_NOT_FOUND also for one that was confirmed. */
export async function readPreview(ctx: RegistryContext, id: string): Promise<Preview> {
  const found = await findPreview(ctx, id)
  if (!found || found.userId !== null) throw gone()
  return found
}

const gone = () =>
  new RegistryRefusal(
    'PREVIEW_NOT_FOUND',
    'This preview is over, or somebody has confirmed it: each link works once, for 15 minutes. Ask for another one.',
  )

/**
 * From now on one browser shows the preview to one user. Answers the new secret of the browser's cookie: never the one that it came with,
 * which somebody else might have put there.
 * @throws RegistryRefusal PREVIEW_NOT_FOUND
 */
export function confirmPreview(
  ctx: RegistryContext,
  id: string,
  { userId, browser }: { userId: string; browser: string | null },
): Promise<{ preview: Preview; browser: string }> {
  return ctx.database.begin(async (db) => {
    const tx = { ...ctx, db }
    const secret = randomSecret(32)
    const expiresAt = new Date(tx.now().getTime() + toLast)
    const preview = await takePreview(tx, id, { userId, browser: hashSecret(secret), expiresAt })
    if (!preview) throw gone()
    if (browser !== null) await moveToBrowser(tx, preview, hashSecret(browser), hashSecret(secret))
    const { name, version } = preview
    await addToLog(tx, { who: `user ${userId}` }, { action: 'override', name, to: version })
    return { preview, browser: secret }
  })
}

export interface Override extends Preview {
  readonly document: VersionDocument
  readonly builds: number
}

/**
 * What a browser shows to who is signed in, which is asked only where it shows anything to anybody. Nothing of which the signature does
 * not hold.
 */
export async function overridesOf(
  ctx: RegistryContext,
  browser: string,
  whoIsSignedIn: () => Promise<string | null>,
): Promise<Override[]> {
  const running = await findRunningPreviews(ctx, hashSecret(browser))
  const userId = running.length > 0 ? await whoIsSignedIn() : null
  return running.flatMap(({ signed, signature, publicKey, ...preview }) => {
    if (preview.userId !== userId || signed === null || !verifyDocument(signed, signature, publicKey)) return []
    return { ...preview, document: parseDocument(signed) }
  })
}

export async function leavePreviews(ctx: RegistryContext, browser: string, id?: string): Promise<void> {
  await deletePreviewsOf(ctx, hashSecret(browser), id)
}

/** Ends one for whoever made it. Throws PREVIEW_NOT_FOUND where it is another's. */
export async function endPreview(ctx: RegistryContext, id: string, maker: Maker): Promise<void> {
  await findOwn(ctx, id, maker)
  await deletePreview(ctx, id)
}

async function findOwn(ctx: RegistryContext, id: string, { tokenId }: Maker): Promise<Preview> {
  const found = await findPreview(ctx, id)
  if (!found || (tokenId !== null && found.tokenId !== tokenId)) throw gone()
  return found
}

/**
 * Takes the next build of a preview for `npx remote dev`. It is signed like a version, and no version: no channel can name it, and it goes
 * with the preview. Answers how many builds there were.
 * @throws RegistryRefusal PREVIEW_NOT_FOUND, INVALID_VERSION, INVALID_SIGNATURE, KEY_MISMATCH, FILES_MISSING, LIMIT_REACHED
 */
export async function sendBuild(
  ctx: RegistryContext,
  id: string,
  request: PublishRequest,
  maker: Maker,
): Promise<number> {
  const preview = await findOwn(ctx, id, maker)
  const document = parseDocument(request.document)
  if (preview.version !== null || document.name !== preview.name)
    throw new RegistryRefusal('INVALID_VERSION', `This preview takes no builds of ${document.name}.`)
  if (!verifyDocument(request.document, request.signature, request.publicKey))
    throw new RegistryRefusal('INVALID_SIGNATURE', `The signature is not that of its key over this document.`)
  // Unlike a publish it makes no key the token's own.
  if (maker.publicKey && maker.publicKey !== request.publicKey)
    throw new RegistryRefusal(
      'KEY_MISMATCH',
      `This token publishes what is signed with another key. Sign with that one.`,
    )
  const take = async (tx: RegistryContext): Promise<number> => {
    const kept = new Map((await listBuildFiles(tx, id)).map((file) => [file.path, file]))
    const files = Object.entries(document.files)
    const changed = files.filter(([path, { integrity }]) => kept.get(path)?.integrity !== integrity)
    const missing = changed.flatMap(([path, { integrity }]) => (request.files[integrity] === undefined ? path : []))
    if (missing.length > 0)
      throw new RegistryRefusal('FILES_MISSING', `The content of ${missing.join(', ')} is missing. Send it, too.`, {
        paths: missing,
      })
    if (sizeOf([...kept.values()]) + sizeOf(changed.map(([, file]) => file)) > mostBytes)
      throw new RegistryRefusal(
        'LIMIT_REACHED',
        `The builds of one preview are 64 MB at most. Start "remote dev" again.`,
      )
    const { document: signed, signature, publicKey } = request
    const build = await saveBuild(tx, id, { signed, signature, publicKey })
    for (const [path, { integrity }] of changed) {
      const content = Buffer.from(request.files[integrity] ?? '', 'base64')
      if (integrityOf(content) !== integrity)
        throw new RegistryRefusal('INVALID_VERSION', `What was sent as ${path} has another content than it says.`)
      await saveBuildFile(tx, id, build, { path, integrity, content })
    }
    await keepBuildFiles(tx, id, { build, paths: files.map(([path]) => path), oldest: build - keptBuilds })
    return build
  }
  return changing(ctx, preview.name, maker, take)
}

const sizeOf = (files: { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)
