import { ApiError, errors, type ErrorKey } from '../errors.ts'

/** Every call has them, or each that reads a body or a session. */
export const commonErrors: ReadonlySet<string> = new Set<ErrorKey>([
  'CALL_IS_CLOSED_TO_KEYS',
  'INTERNAL_SERVER_ERROR',
  'INVALID_API_KEY',
  'INVALID_BODY',
  'INVALID_ORIGIN',
  'INVALID_QUERY',
  'FAILED_TO_GET_SESSION',
  'KEY_DISABLED',
  'KEY_EXPIRED',
  'MISSING_SCOPE',
  'NOT_ALLOWED_WHILE_IMPERSONATING',
  'PAYLOAD_TOO_LARGE',
  'SERVER_BUSY',
  'SERVICE_UNAVAILABLE',
  'SEVERAL_CREDENTIALS',
  'TOO_MANY_REQUESTS',
])

const isKey = (key: string): key is ErrorKey => key in errors

/** The codes of these keys by status. If a message names a provider, the code varies. */
export function codesByStatus(keys: readonly string[]): Record<number, string[]> {
  const declared = keys.filter(isKey).map((key) => new ApiError(key, { providerId: '{id}' }))
  const groups = Map.groupBy(declared, ({ status }) => status)
  return Object.fromEntries([...groups].map(([status, group]) => [status, [...new Set(group.map(({ code }) => code))]]))
}
