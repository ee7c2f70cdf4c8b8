import { fixed, type Fragment, hasRow, sql } from 'database/sql.ts'
import type { Context } from '../../context.ts'
import { joinViewer, type Viewer } from '../reach.sql.ts'
import { may } from '../role/rights.sql.ts'

/** Anyone who may rename an organization may reassign its former slugs. Expects `f`. */
const isRenamer = (viewer: Viewer): Fragment => sql`exists (
  select from (select f."organizationId" as "id") former ${joinViewer('former."id"', viewer)}
  where ${fixed(may('caller', 'organization:update'))})`

/** Includes former slugs. */
export const idOfSlug = (slug: string): Fragment => sql`coalesce(
  (select "id" from "organization" where "slug" = ${slug}),
  (select "organizationId" from "former_slug" where "slug" = ${slug}))`

/** In the given order. */
export async function findFreeSlugs({ db }: Context, slugs: readonly string[], viewer: Viewer): Promise<string[]> {
  const rows = await db.read<{ slug: string }[]>`
    select s."slug" from unnest(${[...slugs]}::text[]) with ordinality as s("slug", "place")
    where not exists (select from "organization" o where o."slug" = s."slug")
      and not exists (select from "former_slug" f where f."slug" = s."slug" and not ${isRenamer(viewer)})
    order by s."place"`
  return rows.map(({ slug }) => slug)
}

/** Only of organizations that the viewer may rename. */
export async function releaseFormerSlug({ db }: Context, slug: string, viewer: Viewer): Promise<boolean> {
  return hasRow(db.write`
    delete from "former_slug" f where f."slug" = ${slug} and ${isRenamer(viewer)} returning f."slug"`)
}
