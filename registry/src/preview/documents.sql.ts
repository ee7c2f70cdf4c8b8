import type { RegistryContext } from '../context.ts'
import { isActive } from './previews.sql.ts'

/** How long a page may stay open after a channel has moved on. */
const maxPageAge = 30 * 24 * 60 * 60_000

/** Returns documents by hash of live and recent versions and of previewed builds. */
export async function findDocuments(ctx: RegistryContext): Promise<Record<string, string>> {
  const since = new Date(ctx.now().getTime() - maxPageAge)
  const [found] = await ctx.db.read<{ documents: Record<string, string> }[]>`
    select coalesce(jsonb_object_agg(d."key", d."value"), '{}') as "documents" from (
      select v."document" -> 'documents' as "all" from "version" v where v."unpublishedAt" is null and (v."lastLiveAt" > ${since}
        or exists (select from "channel" c where c."name" = v."name" and v."version" in (c."version", c."canary")))
      union all
      select p."signed"::jsonb -> 'documents' from "preview" p where p."signed" is not null and ${isActive(ctx)}
    ) live, jsonb_each_text(live."all") d`
  return found?.documents ?? {}
}
