/** For better-auth's own server. Its hash takes a second. */
export const referenceOptions = {
  emailAndPassword: {
    enabled: true,
    password: {
      hash: async (typed: string) => typed,
      verify: async (given: { hash: string; password: string }) => given.hash === given.password,
    },
  },
  rateLimit: { enabled: false },
  logger: { disabled: true },
}

/** Other ids, secrets, keys and times are alike. Ours has null instead of absent, and other words for a status. */
const absent = ['statusText', 'ipAddress', 'userAgent']

export function comparable(value: unknown): unknown {
  if (value instanceof Date) return 'a time'
  if (Array.isArray(value)) return value.map((one) => comparable(one))
  if (typeof value === 'object' && value !== null) {
    const { code, status }: { code?: unknown; status?: unknown } = value
    if (code === 'VALIDATION_ERROR' || status === 401) return code ?? 'UNAUTHORIZED'
    const entries = Object.entries(value).filter(
      ([key, one]) => one !== null && one !== undefined && !absent.includes(key),
    )
    return Object.fromEntries(
      entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, comparable(one)]),
    )
  }
  if (typeof value !== 'string') return value
  if (value.startsWith('otpauth:')) {
    const { host, pathname, searchParams } = new URL(value)
    return [host, pathname.split(':').at(-1), searchParams.get('digits'), searchParams.get('period')]
  }
  if (/^\w{5}-\w{5}$/.test(value)) return 'a code'
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return 'a time'
  if (/^[\w+/=-]{43,}$/.test(value)) return 'a key'
  return /^[\w-]{32}$/.test(value) ? 'an id' : value
}
