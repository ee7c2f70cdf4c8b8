import { fixed, onlyRow, sql } from 'database/sql.ts'
import { accountSchema } from '../account/account.ts'
import { isoText, jsonArray, jsonColumns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { isOpen, viewerOf } from '../organization/reach.sql.ts'
import { passkeySchema } from '../passkey/passkey.ts'
import type { ReadSession } from '../session/session.sql.ts'
import { sessionSchema } from '../session/session.ts'
import { userSchema, type User } from '../user/user.ts'

/** The newest ones. */
const maxEntries = 10_000

const accountFields = accountSchema.pick({
  providerId: true,
  accountId: true,
  scope: true,
  createdAt: true,
  updatedAt: true,
})
const passkeyFields = passkeySchema.omit({ userId: true })
const sessionFields = sessionSchema.omit({ token: true, userId: true })
const time = (alias: string, name: string) => `${isoText(`${alias}."${name}"`)} as "${name}"`
const organization = `json_build_object('id', o."id", 'name', o."name", 'slug', o."slug") as "organization"`
const invitation = fixed(
  `${organization}, i."role", i."status", ${time('i', 'createdAt')}, ${time('i', 'expiresAt')}
  from "invitation" i join "organization" o on o."id" = i."organizationId"`,
)

/**
 * Returns everything about a person as JSON, except secrets, with which somebody could act as the
 * person. Ids of invitations and texts of emails are secrets. Organizations that are closed to the
 * session have only their name and the person's role. Null: for an administrator, who sees all.
 */
export async function readPersonalData(ctx: Context, user: User, own: ReadSession | null): Promise<string> {
  const { db, now } = ctx
  const { id, email } = user
  const open = isOpen('o."id"', viewerOf(ctx, own ?? { user, hasSecondFactor: true }))
  const { json } = await onlyRow(db.read<{ json: string }[]>`
    select json_build_object(
      'exportedAt', ${now().toISOString()}::text,
      'user', (select row_to_json(r) from (select ${jsonColumns(userSchema, 'u')} from "user" u where u."id" = ${id}) r),
      'picture', (
        select json_build_object('type', p."type", 'base64', translate(encode(p."content", 'base64'), E'\n', ''))
        from "user" u join "picture" p on p."hash" = u."picture" where u."id" = ${id}),
      'operatorSince', (select ${fixed(isoText('o."createdAt"'))} from "operator" o where o."userId" = ${id}),
      'emailChange', (
        select row_to_json(r) from (
          select c."newEmail", ${fixed(time('c', 'expiresAt'))} from "emailChange" c where c."userId" = ${id}) r),
      'announcedEmailChange', (
        select row_to_json(r) from (
          select c."newEmail", ${fixed(time('c', 'effectiveAt'))}
          from "announcedEmailChange" c where c."userId" = ${id}) r),
      'announcedFactorReset', (
        select row_to_json(r) from (
          select ${fixed(time('f', 'effectiveAt'))}, f."isStopped"
          from "announcedFactorReset" f where f."userId" = ${id}) r),
      'waysToSignIn', ${jsonArray(sql`
        select ${jsonColumns(accountFields, 'a')} from "account" a where a."userId" = ${id} order by a."createdAt"`)},
      'passkeys', ${jsonArray(sql`
        select ${jsonColumns(passkeyFields, 'p')} from "passkey" p where p."userId" = ${id} order by p."createdAt"`)},
      'authenticatorApp', (
        select row_to_json(r) from (
          select ${fixed(`${time('f', 'createdAt')}, ${time('f', 'verifiedAt')}`)}
          from "twoFactor" f where f."userId" = ${id}) r),
      'apiKeys', ${jsonArray(sql`
        select k."name", k."start", to_json(k."scopes") as "scopes", ${fixed(`${time('k', 'createdAt')}, ${time('k', 'lastUsedAt')}, ${time('k', 'expiresAt')}`)}
        from "apiKey" k where k."userId" = ${id} order by k."createdAt"`)},
      'trustedDevices', ${jsonArray(sql`
        select t."device", t."ipAddress", ${fixed(`${time('t', 'createdAt')}, ${time('t', 'lastUsedAt')}, ${time('t', 'expiresAt')}`)}
        from "trustedDevice" t where t."userId" = ${id} order by t."createdAt"`)},
      'sessions', ${jsonArray(sql`
        select ${jsonColumns(sessionFields, 's')} from "session" s where s."userId" = ${id} order by s."createdAt"`)},
      'knownDevices', ${jsonArray(sql`
        select ${fixed(time('d', 'seenAt'))} from "device" d where d."userId" = ${id} order by d."seenAt"`)},
      'memberships', ${jsonArray(sql`
        select ${fixed(organization)}, m."role", case when ${open} then t."name" end as "team", ${jsonArray(sql`
            select c."name", ${fixed(time('x', 'createdAt'))} from "teamMember" x join "team" c on c."id" = x."teamId"
            where x."organizationId" = m."organizationId" and x."userId" = ${id} and ${open} order by x."createdAt", x."id"`)} as "teams",
          ${fixed(time('m', 'createdAt'))}
        from "member" m join "organization" o on o."id" = m."organizationId" left join "team" t on t."id" = m."teamId"
        where m."userId" = ${id} order by m."createdAt"`)},
      'sentInvitations', ${jsonArray(sql`
        select i."email", ${invitation} where i."inviterId" = ${id} and ${open} order by i."createdAt"`)},
      'receivedInvitations', ${jsonArray(sql`
        select ${invitation} where i."email" = ${email} and i."status" = 'pending' order by i."createdAt"`)},
      'emails', ${jsonArray(sql`
        select e."to", e."template", e."language", ${fixed(`${time('e', 'createdAt')}, ${time('e', 'sentAt')}`)}
        from "mail" e where e."to" = ${email} order by e."createdAt"`)},
      'activity', ${jsonArray(sql`
        select ${fixed(time('j', 'at'))}, j."event", case when ${open} then j."details" else '{}' end as "details",
          j."organizationId", j."actorId", j."userId",
          case when ${open} then j."email" end as "email", j."ipAddress", j."device"
        from "journal" j left join "organization" o on o."id" = j."organizationId"
        where (j."userId" = ${id} or j."actorId" = ${id}) and (j."userId" = ${id} or ${open}) order by j."at" desc limit ${maxEntries}`)}
    )::text as "json"`)
  return json
}
