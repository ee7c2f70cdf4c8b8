import { onlyRow, sql } from 'database/sql.ts'
import { findOriginProblem, isOfThisMachine, nameOfUse, usesOf } from 'contract/foreign-origins.ts'
import type { ForeignOrigin } from 'contract/responses.ts'
import type { ApiContext } from '../token/caller.ts'
import { addToLog } from '../log/log.sql.ts'
import { type Actor, runChange, type RegistryContext } from '../context.ts'
import { findLive } from '../version/facts.sql.ts'
import { RegistryRefusal } from '../http/refusal.ts'

type Wanted = Pick<ForeignOrigin, 'name' | 'kind' | 'origin'>
type Grant = Wanted & { readonly grantedAt: Date; readonly grantedBy: string }

/** Characters of all origins together. They are in a header of every page, which proxies limit. */
const maxPolicyLength = 2000

/** Lets pages of `name` use an origin that it requests. Does nothing if it was already granted. */
export function grantOrigin(
  ctx: RegistryContext & Pick<ApiContext, 'authUrl'>,
  wanted: Wanted,
  actor: Actor,
): Promise<ForeignOrigin> {
  const { name, kind, origin } = wanted
  const problem = findOriginProblem(kind, origin) ?? findLocalProblem(ctx.authUrl, origin)
  if (problem !== null) throw new RegistryRefusal('INVALID_URL', `"${origin}" ${problem}.`)
  return runChange(ctx, name, actor, async function insertGrant(tx) {
    const grant: Grant = { name, kind, origin, grantedAt: tx.now(), grantedBy: actor.who }
    // Its trigger locks the revision row: concurrent grants wait, so the sum is exact.
    const { count } = await tx.db.write`insert into "grant" ${sql(grant)} on conflict do nothing`
    if (count > 0) {
      const { length } = await onlyRow(tx.db.read<{ length: number }[]>`
        select coalesce(sum(length("origin") + 1), 0)::float8 as "length" from (select distinct "kind", "origin" from "grant") g`)
      if (length > maxPolicyLength)
        throw new RegistryRefusal(
          'LIMIT_REACHED',
          `All granted origins together would exceed ${maxPolicyLength} characters, the maximum for the header of a page. Revoke some, or replace several with one that starts with "*.": npm run remote -- status`,
        )
      await addToLog(tx, actor, { action: 'origin', name, to: nameOfUse(wanted) })
    }
    const found = (await listForeignOrigins(tx)).find((each) => keyOf(each) === keyOf(wanted))
    if (!found) throw new Error('a grant disappeared within its transaction')
    return found
  })
}

export function revokeOrigin(ctx: RegistryContext, wanted: Wanted, actor: Actor): Promise<void> {
  const { name, kind, origin } = wanted
  return runChange(ctx, name, actor, async function deleteGrant(tx) {
    const { count } = await tx.db
      .write`delete from "grant" where "name" = ${name} and "kind" = ${kind} and "origin" = ${origin}`
    if (count === 0)
      throw new RegistryRefusal(
        'GRANT_NOT_FOUND',
        `${name} has no grant for ${nameOfUse(wanted)}. List its grants with: npm run remote -- status`,
      )
    await addToLog(tx, actor, { action: 'origin', name, from: nameOfUse(wanted) })
  })
}

export function setFirstPlaces(ctx: RegistryContext, name: string, isGranted: boolean, actor: Actor): Promise<void> {
  return runChange(ctx, name, actor, async function saveFirstPlaces(tx) {
    const grant = { name, grantedAt: tx.now(), grantedBy: actor.who }
    const { count } = isGranted
      ? await tx.db.write`insert into "firstPlace" ${sql(grant)} on conflict do nothing`
      : await tx.db.write`delete from "firstPlace" where "name" = ${name}`
    const entry = { action: 'origin', name, [isGranted ? 'to' : 'from']: 'first places' } as const
    if (count > 0) await addToLog(tx, actor, entry)
  })
}

export async function listFirstPlaces({ db }: RegistryContext): Promise<string[]> {
  const rows = await db.read<{ name: string }[]>`select "name" from "firstPlace" order by "name"`
  return rows.map(({ name }) => name)
}

export function listGrants({ db }: RegistryContext): Promise<Grant[]> {
  return db.read<Grant[]>`
    select "name", "kind", "origin", "grantedAt", "grantedBy" from "grant" order by "name", "kind", "origin"`
}

export async function listForeignOrigins(ctx: RegistryContext): Promise<ForeignOrigin[]> {
  const found = new Map<string, ForeignOrigin>()
  for (const grant of await listGrants(ctx)) found.set(keyOf(grant), { ...grant, askedBy: [] })
  for (const { name, version, description } of await findLive(ctx))
    for (const use of usesOf(description ?? {})) {
      const request = { name, ...use }
      const known = found.get(keyOf(request)) ?? { ...request, askedBy: [], grantedAt: null, grantedBy: null }
      known.askedBy.push(version)
      found.set(keyOf(request), known)
    }
  return [...found.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

const keyOf = (wanted: Wanted): string => `${wanted.name} ${nameOfUse(wanted)}`

function findLocalProblem(authUrl: string, origin: string): string | null {
  const product = new URL(authUrl)
  if (new URL(origin).host === product.host) return 'is the product itself, which its pages may use anyway'
  if (isOfThisMachine(origin) && product.protocol === 'https:')
    return "is on the visitor's own machine. It is allowed only for a product without https"
  return null
}
