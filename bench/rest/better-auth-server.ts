// better-auth as documented: node handler, pg, organizations with teams. Without rate limits,
// unlike ours.
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { organization } from 'better-auth/plugins'
import { createServer } from 'node:http'
import { Pool } from 'pg'

const options = {
  baseURL: 'http://localhost:3000',
  secret: process.env['AUTH_SECRET'] ?? '',
  database: new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [organization({ teams: { enabled: true } })],
}
await (await getMigrations(options)).runMigrations()
const handle = toNodeHandler(betterAuth(options))
const server = createServer((request, response) => void handle(request, response))
server.listen(Number(process.env['PORT']), process.env['HOST'], () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.({ listening: `http://127.0.0.1:${address.port}` })
})
process.on('SIGTERM', () => process.exit(0))
