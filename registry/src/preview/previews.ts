import { onlyRow, sql } from 'database/sql.ts'
import type { PreviewLinkRequest, PreviewRequest } from 'contract/registry.ts'
import type { preview } from 'contract/responses.ts'
import type { z } from 'zod'
import { hashSecret, randomSecret } from 'service/secret.ts'
import { findRunnable } from '../channel/channels.ts'
import { addToLog } from '../log/log.sql.ts'
import { type Actor, runChange, type RegistryContext } from '../context.ts'
import { RegistryRefusal } from '../http/refusal.ts'

/** Once confirmed, it ends at `expiresAt`. */
export interface Preview extends Readonly<z.infer<typeof preview>> {
  readonly tokenId: string | null
  readonly createdAt: Date
  readonly userId: string | null
}

export const isActive = (ctx: RegistryContext) => sql`p."expiresAt" > ${ctx.now()} and ${isPermitted(ctx)}`

/** The version of `p`, a preview or a link, still exists, and so does the token that made it. */
const isPermitted = ({ now }: RegistryContext) => sql`
  not exists (select from "version" v where v."name" = p."name" and v."version" = p."version" and v."unpublishedAt" is not null)
  and (p."tokenId" is null or exists (
    select from "token" t where t."id" = p."tokenId" and t."revokedAt" is null and t."expiresAt" > ${now()}))`

export const previewColumns = sql`
  p."id", p."name", p."version", p."tokenId", p."createdBy", p."createdAt", p."expiresAt", p."userId"`

const minute = 60_000
const confirmWithin = 15 * minute
const lifetime = 8 * 60 * minute
const maxPreviews = 100

export function createPreview(ctx: RegistryContext, request: PreviewRequest, creator: Actor): Promise<Preview> {
  const { name, version } = request
  return runChange(ctx, name, creator, async function insertPreview(tx) {
    const createdAt = tx.now()
    await makeRoom(tx, name)
    if (version !== null) await findRunnable(tx, name, version)
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
    await tx.db.write`insert into "preview" ${sql({ ...preview })}`
    await addToLog(tx, creator, { action: 'override', name, to: version })
    return preview
  })
}

async function makeRoom(tx: RegistryContext, name: string): Promise<void> {
  await tx.db.write`delete from "preview" where "expiresAt" <= ${tx.now()}`
  const { count } = await onlyRow(tx.db.read<{ count: number }[]>`
    select count(*)::int as "count" from "preview" where "name" = ${name}`)
  if (count >= maxPreviews)
    throw new RegistryRefusal(
      'LIMIT_REACHED',
      `${name} already has ${maxPreviews} previews, the maximum. Unconfirmed ones expire after 15 minutes.`,
    )
}

interface PreviewLink extends Pick<Preview, 'id' | 'name' | 'version' | 'tokenId' | 'createdBy'> {
  readonly channel: string
}

/** The same address each time. It depends on the token that asked last. */
export function createPreviewLink(
  ctx: RegistryContext,
  request: PreviewLinkRequest,
  creator: Actor,
): Promise<PreviewLink> {
  const { name, channel } = request
  return runChange(ctx, name, creator, async function insertLink(tx) {
    const known = await tx.db
      .read`select from "channel" where "name" = ${name} and "channel" = ${channel} and "version" is not null`
    if (known.length === 0)
      throw new RegistryRefusal(
        'CHANNEL_NOT_FOUND',
        `${name} has no version on the channel ${channel}. Publish one first.`,
      )
    const link = { id: randomSecret(16), name, channel, tokenId: creator.token?.id ?? null, createdBy: creator.who }
    await tx.db.write`
      insert into "preview_link" ${sql(link)}
      on conflict ("name", "channel") do update set "tokenId" = excluded."tokenId", "createdBy" = excluded."createdBy"`
    await addToLog(tx, creator, { action: 'override', name, channel })
    return onlyRow(tx.db.read<PreviewLink[]>`${selectLinks} where l."name" = ${name} and l."channel" = ${channel}`)
  })
}

const selectLinks = sql`
  select l."id", l."name", l."channel", l."tokenId", l."createdBy", c."version"
  from "preview_link" l join "channel" c on c."name" = l."name" and c."channel" = l."channel"`

async function findLink(ctx: RegistryContext, id: string): Promise<PreviewLink | undefined> {
  const [found] = await ctx.db.read<PreviewLink[]>`
    select * from (${selectLinks}) p where p."id" = ${id} and p."version" is not null and ${isPermitted(ctx)}`
  return found
}

/** @throws RegistryRefusal PREVIEW_NOT_FOUND, also if it was confirmed */
export async function readPreview(ctx: RegistryContext, id: string): Promise<z.infer<typeof preview>> {
  const found = await findPreview(ctx, id)
  if (found?.userId === null) return found
  const link = await findLink(ctx, id)
  if (!link) throw previewNotFound()
  return { ...link, expiresAt: new Date(ctx.now().getTime() + lifetime) }
}

async function findPreview(ctx: RegistryContext, id: string): Promise<Preview | undefined> {
  const [found] = await ctx.db.read<Preview[]>`
    select ${previewColumns} from "preview" p where p."id" = ${id} and ${isActive(ctx)}`
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
  { userId, browser, version: seen }: { userId: string; browser: string | null; version?: string | null | undefined },
): Promise<{ preview: Preview; browser: string }> {
  return ctx.database.begin(async function takePreview(db) {
    const tx = { ...ctx, db }
    const secret = randomSecret(32)
    const own = hashSecret(secret)
    const taken = { userId, browser: own, expiresAt: new Date(tx.now().getTime() + lifetime) }
    const [once] = await db.write<Preview[]>`
      update "preview" p set ${sql(taken)} where p."id" = ${id} and p."userId" is null and ${isActive(tx)}
      returning ${previewColumns}`
    const preview = once ?? (await insertOfLink(tx, id, seen, taken))
    const { name, version } = preview
    if (browser !== null) {
      const ofBrowser = sql`"browser" = ${hashSecret(browser)} and "userId" = ${userId}`
      // Ends another preview of the same remote.
      await db.write`delete from "preview" where ${ofBrowser} and "name" = ${name} and "id" <> ${preview.id}`
      await db.write`update "preview" set "browser" = ${own} where ${ofBrowser}`
    }
    await addToLog(tx, { who: `user ${userId}` }, { action: 'override', name, to: version })
    return { preview, browser: secret }
  })
}

/** For this reader only. Another version on the channel needs another confirmation. */
async function insertOfLink(
  tx: RegistryContext,
  id: string,
  seen: string | null | undefined,
  taken: { userId: string; browser: Uint8Array; expiresAt: Date },
): Promise<Preview> {
  const link = await findLink(tx, id)
  if (!link) throw previewNotFound()
  const { name, version, tokenId, createdBy } = link
  if (seen !== version)
    throw new RegistryRefusal('OTHER_VERSION', 'The channel has another version by now. Reload the page to see which.')
  await makeRoom(tx, name)
  const preview = { id: randomSecret(16), name, version, tokenId, createdBy, createdAt: tx.now(), ...taken }
  await tx.db.write`insert into "preview" ${sql(preview)}`
  return preview
}

/** Without an id, all of the browser. */
export async function leavePreviews({ db }: RegistryContext, browser: string, id?: string): Promise<void> {
  const one = id === undefined ? sql`` : sql`and "id" = ${id}`
  await db.write`delete from "preview" where "browser" = ${hashSecret(browser)} ${one}`
}

export async function endPreview(ctx: RegistryContext, id: string, tokenId: string | undefined): Promise<void> {
  await requireOwnPreview(ctx, id, tokenId)
  await ctx.db.write`delete from "preview" where "id" = ${id}`
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
