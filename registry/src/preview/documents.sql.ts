import type { RegistryContext } from '../context.ts'
import { lasts } from './previews.sql.ts'

/** Pages stay open for so long after a channel has named another version. */
const openFor = 30 * 24 * 60 * 60_000

/** GraphQL documents by hash of all that may run in some page: what channels name, what they named, previews of developers. */
export async function findDocuments(ctx: RegistryContext): Promise<Record<string, string>> {
  const since = new Date(ctx.now().getTime() - openFor)
  const [found] = await ctx.db.read<{ documents: Record<string, string> }[]>`
    select coalesce(jsonb_object_agg(d."key", d."value"), '{}') as "documents" from (
      select v."document" -> 'documents' as "all" from "version" v where v."withdrawnAt" is null and (v."lastLiveAt" > ${since}
        or exists (select from "channel" c where c."name" = v."name" and v."version" in (c."version", c."candidate")))
      union all
      select p."signed"::jsonb -> 'documents' from "preview" p where p."signed" is not null and ${lasts(ctx)}
    ) live, jsonb_each_text(live."all") d`
  return found?.documents ?? {}
}
