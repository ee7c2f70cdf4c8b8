/** For undici. Shorter than SHUTDOWN_DELAY, so that no request races the close of a stopping service. */
export const idleConnections = { keepAliveTimeout: 2000, keepAliveMaxTimeout: 2000 }

/** Whether the connection of a request was closed. The server may or may not have read the request. */
export function isClosedConnection(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error.code))
  )
}
