// Prints the OpenAPI document. Nothing connects to the database before the first query.
import { connect } from 'database/connect.ts'
import { pino } from 'pino'
import { monotonicTime } from 'service/monotonic-time.ts'
import { buildApp } from './app.ts'
import { loadConfig } from './config.ts'

const config = loadConfig({ AUTH_SECRET: 'not secret: this command signs nothing' })
const database = connect('postgres://localhost/none')
const log = pino({ level: 'silent' })
const app = await buildApp({ database, db: database, config, now: () => new Date(), steady: monotonicTime, log })
await app.ready()
process.stdout.write(`${JSON.stringify(app.swagger(), null, 2)}\n`)
await app.close()
