import type { Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import {
  findServiceClient,
  listServiceClients,
  saveServiceGrant,
  saveServiceSecret,
  type ServiceClient,
} from './service-client.sql.ts'

const noClient = (remote: string): ServiceClient => ({
  remote,
  secretHash: null,
  formerSecretHash: null,
  allOrganizations: false,
})

const warned = new Set<string>()

/** Returns the client of a remote, or null if an operator has set a secret that is not in the header. */
export async function authenticateService(
  ctx: Context,
  remote: string,
  authorization = '',
): Promise<ServiceClient | null> {
  const client = (await findServiceClient(ctx, remote)) ?? noClient(remote)
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
  const hasFormer = await saveServiceSecret(ctx, remote, hashToken(secret), replace)
  const others = hasFormer ? ' The previous one stays valid until the next change or --replace.' : ''
  return `The service of ${remote} must now authenticate with its secret.${others}`
}

export async function grantOrganizations(ctx: Context, remote: string, allOrganizations: boolean): Promise<string> {
  await saveServiceGrant(ctx, remote, allOrganizations)
  return `The service of ${remote} may now read ${allOrganizations ? 'all organizations of its users' : "only its users' active organization"}.`
}

export async function describeServices(ctx: Context): Promise<string> {
  const clients = await listServiceClients(ctx)
  const lines = clients.map(
    ({ remote, secretHash, allOrganizations }) =>
      `${remote}: ${secretHash === null ? 'no secret' : 'has a secret'}, ${allOrganizations ? 'all organizations' : 'active organization'}`,
  )
  return lines.join('\n') || 'No service has a secret or a grant.'
}
