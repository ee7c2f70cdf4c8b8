import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'

/** A third-party server at its own origin. */
export async function serve(handle: RequestListener): Promise<{ server: Server; origin: string; stop: () => void }> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    server,
    origin: `http://localhost:${address.port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
