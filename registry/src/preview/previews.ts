import type { PreviewRequest } from 'contract/registry.ts'
import { hashSecret, randomSecret } from 'service/secret.ts'
import { findRunnable } from '../channel/channels.ts'
import { addToLog } from '../log/log.sql.ts'
import { type Actor, runChange, type RegistryContext } from '../context.ts'
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

const minute = 60_000
const confirmWithin = 15 * minute
const lifetime = 8 * 60 * minute
const maxPreviews = 100

export function createPreview(ctx: RegistryContext, request: PreviewRequest, creator: Actor): Promise<Preview> {
  const { name, version } = request
  return runChange(ctx, name, creator, async (tx) => {
    await deleteExpiredPreviews(tx)
    if ((await countPreviews(tx, name)) >= maxPreviews)
      throw new RegistryRefusal(
        'LIMIT_REACHED',
        `${name} already has ${maxPreviews} previews, the maximum. Unconfirmed ones expire after 15 minutes.`,
      )
    if (version !== null) await findRunnable(tx, name, version)
    const createdAt = tx.now()
    const preview: Preview = {
      id: randomSecret(16),
      name,
      version,
      tokenId: creator.token?.id ?? null, // the preview ends with it
      createdBy: creator.who,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + confirmWithin),
      userId: null,
    }
    await insertPreview(tx, preview)
    await addToLog(tx, creator, { action: 'override', name, to: version })
    return preview
  })
}

/** @throws RegistryRefusal PREVIEW_NOT_FOUND, also if it was confirmed */
export async function readPreview(ctx: RegistryContext, id: string): Promise<Preview> {
  const found = await findPreview(ctx, id)
  if (!found || found.userId !== null) throw previewNotFound()
  return found
}

const previewNotFound = () =>
  new RegistryRefusal(
    'PREVIEW_NOT_FOUND',
    'This preview link was already used or has expired. A link works once, within 15 minutes. Ask for a new one.',
  )

/**
 * Returns a new secret for the preview cookie. The one that the browser sent may have been planted
 * by someone else (session fixation).
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
    const expiresAt = new Date(tx.now().getTime() + lifetime)
    const preview = await takePreview(tx, id, { userId, browser: hashSecret(secret), expiresAt })
    if (!preview) throw previewNotFound()
    if (browser !== null) await moveToBrowser(tx, preview, hashSecret(browser), hashSecret(secret))
    const { name, version } = preview
    await addToLog(tx, { who: `user ${userId}` }, { action: 'override', name, to: version })
    return { preview, browser: secret }
  })
}

export async function leavePreviews(ctx: RegistryContext, browser: string, id?: string): Promise<void> {
  await deletePreviewsOf(ctx, hashSecret(browser), id)
}

export async function endPreview(ctx: RegistryContext, id: string, tokenId: string | undefined): Promise<void> {
  await requireOwnPreview(ctx, id, tokenId)
  await deletePreview(ctx, id)
}

/** @throws RegistryRefusal PREVIEW_NOT_FOUND if another token created it; operators may use all */
export async function requireOwnPreview(
  ctx: RegistryContext,
  id: string,
  tokenId: string | undefined,
): Promise<Preview> {
  const found = await findPreview(ctx, id)
  if (!found || (tokenId !== undefined && found.tokenId !== tokenId)) throw previewNotFound()
  return found
}
