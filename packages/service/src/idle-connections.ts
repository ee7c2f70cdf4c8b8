/** For undici. Shorter than SHUTDOWN_DELAY, so that no request races with a stopping service. */
export const idleConnections = { keepAliveTimeout: 2000, keepAliveMaxTimeout: 2000 }

export function isClosedConnection(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error.code))
  )
}
