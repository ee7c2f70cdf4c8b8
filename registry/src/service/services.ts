import { sql } from 'database/sql.ts'
import { type Actor, runChange, type RegistryContext } from '../context.ts'
import type { ApiContext } from '../token/caller.ts'
import { addToLog } from '../log/log.sql.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import type { Service } from 'contract/responses.ts'

type Product = Pick<ApiContext, 'authUrl' | 'authBasePath'>

export const pathOfService = (name: string): string => `/api/${name}`

export function listServices({ db }: RegistryContext): Promise<Service[]> {
  return db.read<Service[]>`select "name", "url", "setAt", "setBy" from "service" order by "name"`
}

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
  return runChange(ctx, name, actor, async function saveService(tx) {
    const [before] = await tx.db.read<{ url: string }[]>`select "url" from "service" where "name" = ${name}`
    const { name: _, ...changed } = service
    await tx.db.write`insert into "service" ${sql(service)} on conflict ("name") do update set ${sql(changed)}`
    await addToLog(tx, actor, { action: 'service', name, from: before?.url ?? null, to: service.url })
    return service
  })
}

export function removeService(ctx: RegistryContext, name: string, actor: Actor): Promise<void> {
  return runChange(ctx, name, actor, async function deleteService(tx) {
    const [gone] = await tx.db.write<{ url: string }[]>`delete from "service" where "name" = ${name} returning "url"`
    if (!gone)
      throw new RegistryRefusal(
        'SERVICE_NOT_FOUND',
        `${name} has no service. List remotes with a service with: npm run remote -- status`,
      )
    await addToLog(tx, actor, { action: 'service', name, from: gone.url })
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
