import { connect } from 'database/connect.ts'
import { fastify } from 'fastify'
import { monotonicTime } from 'service/monotonic-time.ts'
import { serveRegistryApi } from './api.ts'
import { watchProduct } from './product.ts'

const database = connect('postgres://localhost/none')
const app = fastify()
serveRegistryApi(app, {
  database,
  db: database,
  now: () => new Date(),
  product: watchProduct('', '', monotonicTime),
  authUrl: '',
  authBasePath: '',
  accountApi: '',
  operatorToken: null,
  changed: async () => {},
})
const response = await app.inject('/registry/openapi.json')
process.stdout.write(`${JSON.stringify(response.json(), null, 2)}\n`)
await app.close()
