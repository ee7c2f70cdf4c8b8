import { randomInt } from 'node:crypto'
import { transaction, type Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { isReservedSlug, requireSlug } from '../../naming.ts'
import type { Viewer } from '../reach.sql.ts'
import { findFreeSlugs, releaseFormerSlug } from './slug.sql.ts'

export async function isSlugFree(ctx: Context, slug: string, viewer: Viewer): Promise<boolean> {
  requireSlug(slug)
  return !isReservedSlug(slug) && (await findFreeSlugs(ctx, [slug], viewer)).length > 0
}

export async function suggestSlugs(ctx: Context, slug: string, viewer: Viewer) {
  requireSlug(slug)
  const candidates = [slug, ...variantsOf(slug)].filter((one) => !isReservedSlug(one))
  const free = await findFreeSlugs(ctx, candidates, viewer)
  const available = free.includes(slug)
  return { available, suggestions: available ? [] : free.slice(0, 3) }
}

/** `acme-2` to `acme-9`, and random numbers for names that have none of these left. */
function variantsOf(slug: string): string[] {
  const stem = Array.from(slug.replace(/-+\d?$/, ''))
    .slice(0, 190)
    .join('')
  const numbers = [2, 3, 4, 5, 6, 7, 8, 9, ...Array.from({ length: 3 }, () => randomInt(1000, 10_000))]
  return numbers.map((number) => `${stem}-${number}`).filter((variant) => variant !== slug)
}

/**
 * If the slug is taken, frees a former one of an organization that the viewer may rename, and
 * retries. `first`: one statement needs no transaction.
 */
export async function withSlug<T>(
  ctx: Context,
  slug: string,
  viewer: Viewer,
  write: (tx: Context) => Promise<T>,
  first = () => transaction(ctx, write),
): Promise<T> {
  try {
    return await first()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ORGANIZATION_ALREADY_EXISTS') throw error
    return transaction(ctx, async (tx) => {
      if (!(await releaseFormerSlug(tx, slug, viewer))) throw error
      return write(tx)
    })
  }
}
