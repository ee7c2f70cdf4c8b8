import { type Actor, changing, type RegistryContext } from '../context.ts'
import type { ApiContext } from '../token/caller.ts'
import { addToLog } from '../log/log.sql.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import type { Service } from 'contract/responses.ts'
import { deleteService, saveService } from './services.sql.ts'

type Surroundings = Pick<ApiContext, 'authUrl' | 'authBasePath'>

export const pathOfService = (name: string): string => `/api/${name}`

/**
 * Sends requests for `/api/<name>/…` to `address` from now on.
 * @throws RegistryRefusal INVALID_URL
 */
export function setService(
  ctx: RegistryContext & Surroundings,
  name: string,
  address: string,
  actor: Actor,
): Promise<Service> {
  const service = { name, url: originOf(address, ctx), setAt: ctx.now(), setBy: actor.who }
  if (overlaps(ctx.authBasePath, pathOfService(name)))
    throw invalidUrl(`${pathOfService(name)} is where the calls of the account service are (AUTH_BASE_PATH).`)
  return changing(ctx, name, actor, async (tx) => {
    const before = await saveService(tx, service)
    await addToLog(tx, actor, { action: 'service', name, from: before, to: service.url })
    return service
  })
}

export function removeService(ctx: RegistryContext, name: string, actor: Actor): Promise<void> {
  return changing(ctx, name, actor, async (tx) => {
    const before = await deleteService(tx, name)
    if (before === undefined)
      throw new RegistryRefusal(
        'SERVICE_NOT_FOUND',
        `${name} has no service here. npm run remote -- status tells which remotes have one.`,
      )
    await addToLog(tx, actor, { action: 'service', name, from: before })
  })
}

const overlaps = (one: string, other: string): boolean =>
  `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)

/** The operator decides where it is, in a private network too; only what would mean something else than it says is refused. */
function originOf(address: string, { authUrl }: Surroundings): string {
  const isPlain = /^https?:\/\/[\w.:[\]-]+\/?$/i.test(address)
  if (!isPlain || !URL.canParse(address))
    throw invalidUrl(
      `"${address}" is no origin: http:// or https://, a host and perhaps a port, without path, query or password.`,
    )
  const { origin } = new URL(address)
  if (origin === new URL(authUrl).origin)
    throw invalidUrl(`${origin} is the product itself: requests would go round in a circle.`)
  return origin
}

const invalidUrl = (message: string): RegistryRefusal => new RegistryRefusal('INVALID_URL', message)
