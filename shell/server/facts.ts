import { monotonicTime } from 'service/monotonic-time.ts'
import { z } from 'zod'
import type { Config } from './config.ts'

/** In milliseconds. Settings change with a restart of rest-auth only. */
const MAX_AGE = 10_000
const TIMEOUT = 2000

const providersSchema = z.array(z.object({ id: z.string(), demo: z.boolean() }))
const rulesSchema = z.object({ signUp: z.boolean().default(true), passwords: z.boolean().default(true) })

/**
 * Returns the facts of this product for prerendered pages and kit's `hasFact`. Refreshes in the
 * background; only the first page waits. If rest-auth is unavailable, the last known facts stay.
 */
export function watchFacts(
  { accountApi, TERMS_URL, PRIVACY_URL }: Pick<Config, 'accountApi' | 'TERMS_URL' | 'PRIVACY_URL'>,
  now = monotonicTime,
): () => Promise<readonly string[]> {
  const ofBrand = [...(TERMS_URL ? ['terms'] : []), ...(PRIVACY_URL ? ['privacy'] : [])]
  let facts: readonly string[] = ['sign-up', 'passwords', ...ofBrand]
  let readAt = -Infinity
  let first: Promise<void> | undefined
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${accountApi}${path}`, { signal: AbortSignal.timeout(TIMEOUT) })
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`)
    return response.json()
  }
  const refresh = async (): Promise<void> => {
    const [providers, rules] = await Promise.all([read('/social-providers'), read('/credential-rules')])
    const listed = providersSchema.parse(providers)
    const { signUp, passwords } = rulesSchema.parse(rules)
    facts = [
      ...(signUp ? ['sign-up'] : []),
      ...(passwords ? ['passwords'] : []),
      ...(listed.length > 0 ? ['providers'] : []),
      ...(listed.some(({ demo }) => demo) ? ['demo-providers'] : []),
      ...listed.map(({ id }) => `provider-${id}`),
      ...ofBrand,
    ]
  }
  return async () => {
    if (now() - readAt >= MAX_AGE) {
      readAt = now()
      const refreshed = refresh().catch(() => {})
      first ??= refreshed
    }
    await first
    return facts
  }
}
