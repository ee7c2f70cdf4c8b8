/** For undici: idle connections close before a stopping service does (SHUTDOWN_DELAY), so that no request races a close. */
export const idleConnections = { keepAliveTimeout: 2000, keepAliveMaxTimeout: 2000 }

/** Whether a call failed because its connection was closed, of which nobody can tell whether it had been read. */
export function isClosedConnection(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error.code))
  )
}
