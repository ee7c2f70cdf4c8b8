/**
 * For undici's pools, in milliseconds: an idle connection is left sooner than a service that is stopping ends (SHUTDOWN_DELAY). Those in
 * use get an answer that says `Connection: close` meanwhile, so that none is closed just when a request sets out on it.
 */
export const idleConnections = { keepAliveTimeout: 2000, keepAliveMaxTimeout: 2000 }

/** Whether a call failed because its connection was closed, of which nobody can tell whether it had been read. */
export function isClosedConnection(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error.code))
  )
}
