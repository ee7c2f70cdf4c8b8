import type { PreviewRequest } from 'contract/registry.ts'
import { hashSecret, randomSecret } from 'service/secret.ts'
import { addToLog } from '../log/log.sql.ts'
import { type Actor, changing, type RegistryContext } from '../context.ts'
import {
  countPreviews,
  deleteExpiredPreviews,
  deletePreview,
  deletePreviewsOf,
  findPreview,
  insertPreview,
  moveToBrowser,
  type Preview,
  takePreview,
} from './previews.sql.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { findVersion } from '../version/versions.sql.ts'

const minute = 60_000
const toConfirm = 15 * minute
const toLast = 8 * 60 * minute
const mostPreviews = 100

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

export async function leavePreviews(ctx: RegistryContext, browser: string, id?: string): Promise<void> {
  await deletePreviewsOf(ctx, hashSecret(browser), id)
}

/** Ends one for whoever made it. Throws PREVIEW_NOT_FOUND where it is another's. */
export async function endPreview(ctx: RegistryContext, id: string, maker: Maker): Promise<void> {
  await findOwn(ctx, id, maker)
  await deletePreview(ctx, id)
}

export async function findOwn(ctx: RegistryContext, id: string, { tokenId }: Maker): Promise<Preview> {
  const found = await findPreview(ctx, id)
  if (!found || (tokenId !== null && found.tokenId !== tokenId)) throw gone()
  return found
}
