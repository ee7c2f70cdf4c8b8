import { findOriginProblem, isOfThisMachine, nameOfUse, usesOf } from 'contract/foreign-origins.ts'
import type { ForeignOrigin } from 'contract/responses.ts'
import type { ApiContext } from '../token/caller.ts'
import { addToLog } from '../log/log.sql.ts'
import { type Actor, runChange, type RegistryContext } from '../context.ts'
import { findLive } from '../version/facts.sql.ts'
import { deleteGrant, type Grant, insertGrant, saveFirstPlaces, sumGrantLengths, listGrants } from './grants.sql.ts'
import { RegistryRefusal } from '../http/refusal.ts'

type Wanted = Pick<Grant, 'name' | 'kind' | 'origin'>

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
  return runChange(ctx, name, actor, async (tx) => {
    // Its trigger locks the revision row: concurrent grants wait, so the sum is exact.
    const made = await insertGrant(tx, { name, kind, origin, grantedAt: tx.now(), grantedBy: actor.who })
    if (made && (await sumGrantLengths(tx)) > maxPolicyLength)
      throw new RegistryRefusal(
        'LIMIT_REACHED',
        `All granted origins together would exceed ${maxPolicyLength} characters, the maximum for the header of a page. Revoke some, or replace several with one that starts with "*.": npm run remote -- status`,
      )
    if (made) await addToLog(tx, actor, { action: 'origin', name, to: nameOfUse(wanted) })
    const found = (await listForeignOrigins(tx)).find((each) => keyOf(each) === keyOf(wanted))
    if (!found) throw new Error('a grant disappeared within its transaction')
    return found
  })
}

export function revokeOrigin(ctx: RegistryContext, wanted: Wanted, actor: Actor): Promise<void> {
  return runChange(ctx, wanted.name, actor, async (tx) => {
    if (!(await deleteGrant(tx, wanted)))
      throw new RegistryRefusal(
        'GRANT_NOT_FOUND',
        `${wanted.name} has no grant for ${nameOfUse(wanted)}. List its grants with: npm run remote -- status`,
      )
    await addToLog(tx, actor, { action: 'origin', name: wanted.name, from: nameOfUse(wanted) })
  })
}

export function setFirstPlaces(ctx: RegistryContext, name: string, isGranted: boolean, actor: Actor): Promise<void> {
  return runChange(ctx, name, actor, async (tx) => {
    const entry = { action: 'origin', name, [isGranted ? 'to' : 'from']: 'first places' } as const
    if (await saveFirstPlaces(tx, name, isGranted, actor.who)) await addToLog(tx, actor, entry)
  })
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
