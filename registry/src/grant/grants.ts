import { faultOfOrigin, isOfThisMachine, nameOfUse, usesOf } from 'contract/foreign-origins.ts'
import type { ApiContext } from '../token/caller.ts'
import { addToLog } from '../log/log.sql.ts'
import { type Actor, changing, type RegistryContext } from '../context.ts'
import { findLive } from '../version/facts.sql.ts'
import { deleteGrant, type Grant, insertGrant, lengthOfGrants, listGrants } from './grants.sql.ts'
import { RegistryRefusal } from '../http/refusal.ts'

type Wanted = Pick<Grant, 'name' | 'kind' | 'origin'>

interface ForeignOrigin extends Wanted {
  readonly askedBy: string[]
  readonly grantedAt: Date | null
  readonly grantedBy: string | null
}

/** Characters that all grants together may have: they are a header of every page, and proxies take no longer ones. */
const longestPolicy = 2000

/**
 * Lets pages that have `name` in their lock use an origin, if that remote asks for it. Again is fine.
 * @throws RegistryRefusal INVALID_URL, LIMIT_REACHED
 */
export function grantOrigin(
  ctx: RegistryContext & Pick<ApiContext, 'authUrl'>,
  wanted: Wanted,
  actor: Actor,
): Promise<ForeignOrigin> {
  const { name, kind, origin } = wanted
  const fault = faultOfOrigin(kind, origin) ?? faultHere(ctx.authUrl, origin)
  if (fault !== null) throw new RegistryRefusal('INVALID_URL', `"${origin}" ${fault}.`)
  return changing(ctx, name, actor, async (tx) => {
    // From then on all who grant something to other remotes wait: each such statement counts up the one revision.
    const made = await insertGrant(tx, { name, kind, origin, grantedAt: tx.now(), grantedBy: actor.who })
    if (made && (await lengthOfGrants(tx)) > longestPolicy)
      throw new RegistryRefusal(
        'LIMIT_REACHED',
        `The granted origins would have more than ${longestPolicy} characters together, and all of them are in a header of every page. Revoke some, or grant "*." of several: npm run remote -- status`,
      )
    if (made) await addToLog(tx, actor, { action: 'origin', name, to: nameOfUse(wanted) })
    const found = (await foreignOrigins(tx, name)).find((each) => each.kind === kind && each.origin === origin)
    if (!found) throw new Error('a grant is gone in the transaction that made it')
    return found
  })
}

export function revokeOrigin(ctx: RegistryContext, wanted: Wanted, actor: Actor): Promise<void> {
  return changing(ctx, wanted.name, actor, async (tx) => {
    if (!(await deleteGrant(tx, wanted)))
      throw new RegistryRefusal(
        'GRANT_NOT_FOUND',
        `${wanted.name} was not granted ${nameOfUse(wanted)}. npm run remote -- status tells what was granted.`,
      )
    await addToLog(tx, actor, { action: 'origin', name: wanted.name, from: nameOfUse(wanted) })
  })
}

export async function foreignOrigins(ctx: RegistryContext, name?: string): Promise<ForeignOrigin[]> {
  const found = new Map<string, ForeignOrigin>()
  for (const grant of await listGrants(ctx, name)) found.set(keyOf(grant), { ...grant, askedBy: [] })
  for (const { name: remote, version, description } of await findLive(ctx)) {
    if (description === null || (name !== undefined && remote !== name)) continue
    for (const use of usesOf(description)) {
      const asked = { name: remote, ...use }
      const known = found.get(keyOf(asked)) ?? { ...asked, askedBy: [], grantedAt: null, grantedBy: null }
      known.askedBy.push(version)
      found.set(keyOf(asked), known)
    }
  }
  return [...found.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

const keyOf = (wanted: Wanted): string => `${wanted.name} ${nameOfUse(wanted)}`

function faultHere(authUrl: string, origin: string): string | null {
  const product = new URL(authUrl)
  if (new URL(origin).host === product.host) return 'is the product itself, which its pages may ask anyway'
  if (isOfThisMachine(origin) && product.protocol === 'https:')
    return 'is what a visitor has on their own machine: for a product without https, on one machine, only'
  return null
}
