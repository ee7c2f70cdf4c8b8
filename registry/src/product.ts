import { z } from 'zod'

export interface LiveProduct {
  readonly reservedPaths: Iterable<string>
  /** Maxima of the first load that an operator has raised, in bytes by remote. */
  readonly raisedBudgets?: Readonly<Record<string, number>>
  /** The last schema of the gateway; null until it responds for the first time. */
  readonly schema: string | null
  /** Fetches the schema if it is old. Never rejects. */
  readonly refresh: () => Promise<void>
}

const maxAge = 15_000

export function watchProduct(
  gatewayUrl: string,
  reservedPaths: Iterable<string>,
  now: () => number,
  raisedBudgets: Readonly<Record<string, number>> = {},
): LiveProduct {
  let schema: string | null = null
  let fetchedAt = -Infinity
  const fetchSchema = async (): Promise<void> => {
    const response = await fetch(`${gatewayUrl}/graphql/schema.graphql`, { signal: AbortSignal.timeout(3000) })
    if (response.ok) [schema, fetchedAt] = [z.string().parse(await response.text()), now()]
  }
  return {
    reservedPaths,
    raisedBudgets,
    get schema() {
      return schema
    },
    refresh: async () => {
      if (now() - fetchedAt > maxAge) await fetchSchema().catch(() => undefined)
    },
  }
}
