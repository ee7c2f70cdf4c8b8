// For run-service.test.ts: /wait, the second half of /halves and the work finish on request.
// To act like a busy machine, accepting a connection takes ACCEPTING ms, ending one CLOSING ms, and
// with FALLS_BEHIND the process is suspended once it stops listening.
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { fastifyOptions } from '../fastify-options.ts'
import { serveHealth } from '../health.ts'
import { readEnvironment, settings } from '../environment.ts'
import { runService } from '../run-service.ts'

const schema = settings(0, {})
const block = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
const receive = (what: string): Promise<void> =>
  new Promise((resolve) => process.on('message', (message) => message === what && resolve()))

await runService({
  name: 'waiting',
  settings: Object.keys(schema.shape),
  loadConfig: (env) => readEnvironment(schema, env),
  start: async (config, log) => {
    const app = fastify(fastifyOptions(config, log, 60_000))
    const work = receive('work is done')
    const accepting = Number(process.env['ACCEPTING'] ?? 0)
    const closing = Number(process.env['CLOSING'] ?? 0)
    app.server.on('connection', (socket: Socket) => {
      block(accepting)
      if (closing === 0) return
      const destroy = socket.destroy.bind(socket)
      socket.destroy = (error) => {
        process.send?.('ends a connection')
        block(closing)
        return destroy(error)
      }
    })
    if (process.env['FALLS_BEHIND']) app.addHook('preClose', async () => void process.kill(process.pid, 'SIGSTOP'))
    serveHealth(app, async () => ({}))
    app.get('/wait', async () => {
      process.send?.('arrived')
      await receive('respond')
      return 'responded'
    })
    app.get('/halves', async (_, reply) =>
      reply.send(
        Readable.from(
          (async function* () {
            yield 'one, '
            await receive('respond')
            yield 'two'
          })(),
        ),
      ),
    )
    app.addHook('onClose', () => work)
    return app
  },
})
