import { firstRow, fixed } from 'database/sql.ts'
import { z } from 'zod'
import { isoText, jsonColumns, jsonColumnsText } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { organizationSchema } from '../organization/entities.ts'
import { isOnlyOwner } from '../organization/member/sole-ownership.ts'
import { hasFactor } from '../session/second-factor.sql.ts'
import { userSchema } from '../user/user.ts'
import { announcedChangeJson, announcedEmailChange } from './announced-email-change.sql.ts'
import { announcedFactorReset, announcedResetJson } from './factor-reset/announced-factor-reset.sql.ts'

/** At most so many organizations and ways to sign in. */
const maxListed = 100

const joined = organizationSchema
  .omit({ metadata: true, createdAt: true })
  .extend({ role: z.string(), joinedAt: z.date() })

export const personSchema = z.object({
  user: userSchema,
  proved: z.boolean().describe('Whether the user has proved ownership of the email'),
  isOperator: z.boolean(),
  announcedEmailChange: announcedEmailChange.nullable(),
  hasSecondFactor: z.boolean(),
  announcedFactorReset: announcedFactorReset.nullable(),
  accounts: z.array(z.object({ provider: z.string(), createdAt: z.date() })).describe('Ways to sign in'),
  organizations: z.array(joined).describe(`The newest ${maxListed} memberships`),
  soleOwnerships: z
    .array(organizationSchema.pick({ id: true, name: true }))
    .describe(`Organizations without another owner, at most ${maxListed}. The user cannot be deleted before they are`),
})

/** The response as JSON. Null if there is no such user. */
export async function readPerson({ db }: Context, id: string): Promise<string | null> {
  const shown = jsonColumnsText(joined, 'o', ['role', 'joinedAt'])
  const found = await firstRow(db.read<{ json: string }[]>`
    select json_build_object(
      'user', (select row_to_json(x) from (select ${jsonColumns(userSchema, 'u')}) x), 'proved', u."proved",
      'isOperator', exists (select from "operator" p where p."userId" = u."id"),
      'announcedEmailChange', ${announcedChangeJson},
      'hasSecondFactor', ${fixed(hasFactor('u'))}, 'announcedFactorReset', ${announcedResetJson},
      'accounts', (select coalesce(json_agg(x), '[]') from (
        select a."providerId" as "provider", ${fixed(isoText('a."createdAt"'))} as "createdAt" from "account" a
        where a."userId" = u."id" order by a."createdAt" limit ${maxListed}) x),
      'organizations', (select coalesce(json_agg(x), '[]') from (
        select ${fixed(`${shown}, m."role", ${isoText('m."createdAt"')} as "joinedAt"`)}
        from "member" m join "organization" o on o."id" = m."organizationId"
        where m."userId" = u."id" order by m."createdAt" desc limit ${maxListed}) x),
      'soleOwnerships', (select coalesce(json_agg(x), '[]') from (
        select o."id", o."name" from "member" m join "organization" o on o."id" = m."organizationId"
        where m."userId" = u."id" and ${isOnlyOwner} order by o."name", o."id" limit ${maxListed}) x))::text as "json"
    from "user" u where u."id" = ${id}`)
  return found?.json ?? null
}
