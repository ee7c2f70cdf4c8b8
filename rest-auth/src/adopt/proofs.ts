import { fixed } from 'database/sql.ts'
import { transaction, type Context } from '../context.ts'
import { record } from '../journal/journal.ts'
import { noVoucher } from './copy.sql.ts'

// Users of ours are "disownable" until they change their email, adopted ones never.
const isDoubtful = fixed(`u."proved" and not u."disownable" and exists (
  select from "account" a where a."userId" = u."id" and ${noVoucher('a')})`)

/** Release 2.0.0 took each verified email of an adopted database for proved. */
export async function describeDoubtfulProofs({ db }: Context): Promise<string> {
  const found = await db.read<{ email: string; providers: string }[]>`
    select u."email", (select string_agg(distinct a."providerId", ', ') from "account" a
      where a."userId" = u."id" and ${fixed(noVoucher('a'))}) as "providers"
    from "user" u where ${isDoubtful} order by u."email"`
  if (found.length === 0) return 'No adopted account counts as proved because of a provider that does not vouch.'
  return found.map(({ email, providers }) => `${email} (${providers})`).join('\n')
}

/** Ends no session. A reset, or the emailed link opened in the session, proves the email again. */
export async function withdrawDoubtfulProofs(ctx: Context): Promise<string> {
  const withdrawn = await transaction(ctx, async (tx) => {
    const users = await tx.db.write<{ userId: string }[]>`
      update "user" u set "proved" = false where ${isDoubtful} returning u."id" as "userId"`
    for (const user of users) record(tx, 'email.proof-withdrawn', user)
    return users
  })
  return `Emails that no longer count as proved, until their owners prove them: ${withdrawn.length}.`
}
