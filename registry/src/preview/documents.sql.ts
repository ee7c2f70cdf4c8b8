import { onlyRow } from 'database/sql.ts'
import type { RegistryContext } from '../context.ts'
import { isActive } from './previews.sql.ts'

/** How long a page may stay open after a channel has moved on. */
const maxPageAge = 30 * 24 * 60 * 60_000

/** Returns documents by hash of live and recent versions. */
export async function findDocuments(ctx: RegistryContext): Promise<Record<string, string>> {
  const since = new Date(ctx.now().getTime() - maxPageAge)
  const { documents } = await onlyRow(ctx.db.read<{ documents: Record<string, string> }[]>`
    select coalesce(jsonb_object_agg(d."key", d."value"), '{}') as "documents"
    from "version" v, jsonb_each_text(v."document" -> 'documents') d
    where v."unpublishedAt" is null and (v."lastLiveAt" > ${since}
      or exists (select from "channel" c where c."name" = v."name" and v."version" in (c."version", c."canary")))`)
  return documents
}

/** Returns documents by hash of the builds that a browser has confirmed. */
export async function findPreviewDocuments(ctx: RegistryContext, browser: Uint8Array): Promise<Record<string, string>> {
  const { documents } = await onlyRow(ctx.db.read<{ documents: Record<string, string> }[]>`
    select coalesce(jsonb_object_agg(d."key", d."value"), '{}') as "documents"
    from "preview" p, jsonb_each_text(p."signed"::jsonb -> 'documents') d
    where p."browser" = ${browser} and ${isActive(ctx)}`)
  return documents
}
