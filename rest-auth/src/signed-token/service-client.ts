import { firstRow, fixed, hasRow } from 'database/sql.ts'
import { transaction, type Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import { record } from '../journal/journal.ts'

interface ServiceClient {
  readonly remote: string
  readonly secretHash: string | null
  readonly formerSecretHash: string | null
  /** Whether it may read all organizations of its users. */
  readonly allOrganizations: boolean
}

const fields = fixed('"remote", "secretHash", "formerSecretHash", "allOrganizations"')

const noClient = { secretHash: null, formerSecretHash: null, allOrganizations: false }

const warned = new Set<string>()

/** Returns the client of a remote, or null if an operator has set a secret that is not in the header. */
export async function authenticateService(
  ctx: Context,
  remote: string,
  authorization = '',
): Promise<Pick<ServiceClient, 'allOrganizations'> | null> {
  const found = ctx.db.read<ServiceClient[]>`select ${fields} from "serviceClient" where "remote" = ${remote}`
  const client = (await firstRow(found)) ?? noClient
  if (client.secretHash === null) {
    if (!warned.has(remote)) ctx.log.warn({ remote }, 'service has no client secret')
    warned.add(remote)
    return client
  }
  const [, basic = ''] = /^basic ([\w+/=]+)$/i.exec(authorization) ?? []
  const [, name, secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? []
  const isSecret = [client.secretHash, client.formerSecretHash].includes(hashToken(secret))
  return isSecret && name === remote ? client : null
}

/** The previous secret stays valid, unless it is to be replaced at once. */
export async function setServiceSecret(
  ctx: Context,
  remote: string,
  secret: string,
  replace: boolean,
): Promise<string> {
  if (!/^[\w+/=-]{32,}$/.test(secret))
    throw new Error('The secret needs at least 32 letters, digits, +, /, = or -: openssl rand -base64 32')
  const hasFormer = await transaction(ctx, async (tx) => {
    record(tx, 'service.secret-set', { service: remote })
    return hasRow(tx.db.write`
    with "saved" as (
      insert into "serviceClient" as c ("remote", "secretHash") values (${remote}, ${hashToken(secret)})
      on conflict ("remote") do update set "secretHash" = excluded."secretHash",
        "formerSecretHash" = case when not ${replace}::boolean then c."secretHash" end
      returning "formerSecretHash")
    select from "saved" where "formerSecretHash" is not null`)
  })
  const others = hasFormer ? ' The previous one stays valid until the next change or --replace.' : ''
  return `The service of ${remote} must now authenticate with its secret.${others}`
}

export async function grantOrganizations(ctx: Context, remote: string, allOrganizations: boolean): Promise<string> {
  await transaction(ctx, (tx) => {
    record(tx, allOrganizations ? 'service.granted' : 'service.revoked', { service: remote })
    return tx.db.write`
      insert into "serviceClient" ("remote", "allOrganizations") values (${remote}, ${allOrganizations})
      on conflict ("remote") do update set "allOrganizations" = excluded."allOrganizations"`
  })
  return `The service of ${remote} may now read ${allOrganizations ? 'all organizations of its users' : "only its users' active organization"}.`
}

export async function describeServices({ db }: Context): Promise<string> {
  const clients = await db.read<ServiceClient[]>`select ${fields} from "serviceClient" order by "remote"`
  const lines = clients.map(
    ({ remote, secretHash, allOrganizations }) =>
      `${remote}: ${secretHash === null ? 'no secret' : 'has a secret'}, ${allOrganizations ? 'all organizations' : 'active organization'}`,
  )
  return lines.join('\n') || 'No service has a secret or a grant.'
}
