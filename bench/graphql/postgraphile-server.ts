// PostGraphile 5 on the database, with its standard preset and without a session check.
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: process.env['DATABASE_URL'] ?? '', schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
})
const server = createServer()
await instance.createServ(grafserv).addTo(server)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ listening: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
})
