import { type Actor, runChange, type RegistryContext } from '../context.ts'
import type { ApiContext } from '../token/caller.ts'
import { addToLog } from '../log/log.sql.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import type { Service } from 'contract/responses.ts'
import { deleteService, saveService } from './services.sql.ts'

type Product = Pick<ApiContext, 'authUrl' | 'authBasePath'>

export const pathOfService = (name: string): string => `/api/${name}`

/** @throws RegistryRefusal INVALID_URL */
export function setService(
  ctx: RegistryContext & Product,
  name: string,
  address: string,
  actor: Actor,
): Promise<Service> {
  const service = { name, url: originOf(address, ctx), setAt: ctx.now(), setBy: actor.who }
  if (overlaps(ctx.authBasePath, pathOfService(name)))
    throw invalidUrl(`${pathOfService(name)} overlaps the path of the account service (AUTH_BASE_PATH).`)
  return runChange(ctx, name, actor, async (tx) => {
    const before = await saveService(tx, service)
    await addToLog(tx, actor, { action: 'service', name, from: before, to: service.url })
    return service
  })
}

export function removeService(ctx: RegistryContext, name: string, actor: Actor): Promise<void> {
  return runChange(ctx, name, actor, async (tx) => {
    const before = await deleteService(tx, name)
    if (before === undefined)
      throw new RegistryRefusal(
        'SERVICE_NOT_FOUND',
        `${name} has no service. List remotes with a service with: npm run remote -- status`,
      )
    await addToLog(tx, actor, { action: 'service', name, from: before })
  })
}

const overlaps = (one: string, other: string): boolean =>
  `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)

/** Allows private networks, because operators are trusted. Rejects only misleading URLs. */
function originOf(address: string, { authUrl }: Product): string {
  const isPlain = /^https?:\/\/[\w.:[\]-]+\/?$/i.test(address)
  if (!isPlain || !URL.canParse(address))
    throw invalidUrl(
      `"${address}" is not an origin. Use http:// or https:// with a host and optionally a port, without path, query or password.`,
    )
  const { origin } = new URL(address)
  if (origin === new URL(authUrl).origin)
    throw invalidUrl(`${origin} is the product itself, so requests would loop. Use the origin of the service.`)
  return origin
}

const invalidUrl = (message: string): RegistryRefusal => new RegistryRefusal('INVALID_URL', message)
