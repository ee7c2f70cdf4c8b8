// A service that always returns 1 kB and checks nothing.
import { createServer } from 'node:http'
import { z } from 'zod'

const body = JSON.stringify({ text: 'x'.repeat(1000) })
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = z.object({ port: z.number() }).parse(server.address())
  process.send?.({ listening: `http://127.0.0.1:${port}` })
})
