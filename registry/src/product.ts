import { z } from 'zod'

export interface LiveProduct {
  readonly reservedPaths: Iterable<string>
  /** The gateway's, as last asked; null: it has never answered. */
  readonly schema: string | null
  /** Asks for the schema anew where the last answer is old. Never rejects. */
  readonly refresh: () => Promise<void>
}

/** So long an answer of the gateway holds; its schema changes with a deploy. */
const heldFor = 15_000

/** Asks the gateway, `gatewayUrl`, for the schema that it serves. `now` in milliseconds. */
export function watchProduct(gatewayUrl: string, reservedPaths: Iterable<string>, now: () => number): LiveProduct {
  let schema: string | null = null
  let askedAt = -Infinity
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${gatewayUrl}/graphql/schema.graphql`, { signal: AbortSignal.timeout(3000) })
    if (answer.ok) [schema, askedAt] = [z.string().parse(await answer.text()), now()]
  }
  return {
    reservedPaths,
    get schema() {
      return schema
    },
    refresh: async () => {
      if (now() - askedAt > heldFor) await ask().catch(() => undefined)
    },
  }
}
