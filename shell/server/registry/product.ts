import { z } from 'zod'
import product from '../../../package.json' with { type: 'json' }

/** What versions are held against beside what the registry knows. */
export interface LiveProduct {
  /** Release that runs: the version of rest-auth and gateway. */
  readonly release: string
  /** Paths where no remote answers. */
  readonly reservedPaths: readonly string[]
  /** The gateway's, as last asked; null: it has never answered. */
  readonly schema: string | null
  /** Asks for the schema anew where the last answer is old. Never rejects. */
  readonly refresh: () => Promise<void>
}

/** So long an answer of the gateway holds; its schema changes with a deploy. */
const heldFor = 15_000

/** Asks the gateway, `gatewayUrl`, for the schema that it serves. `now` in milliseconds. */
export function watchProduct(gatewayUrl: string, authBasePath: string, now: () => number): LiveProduct {
  let schema: string | null = null
  let askedAt = -Infinity
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${gatewayUrl}/graphql/schema.graphql`, { signal: AbortSignal.timeout(3000) })
    if (answer.ok) [schema, askedAt] = [z.string().parse(await answer.text()), now()]
  }
  return {
    release: product.version,
    reservedPaths: [authBasePath, ...ownPaths],
    get schema() {
      return schema
    },
    refresh: async () => {
      if (now() - askedAt > heldFor) await ask().catch(() => undefined)
    },
  }
}

/** What the shell's server answers by itself, or passes on. */
const ownPaths = [
  '/.well-known',
  '/api',
  '/assets',
  '/csp-reports',
  '/dev',
  '/graphql',
  '/live',
  '/lock',
  '/metrics',
  '/preview',
  '/ready',
  '/registry',
  '/remotes',
  '/sdk',
]
