import type { FastifyInstance, FastifyReply } from 'fastify'
import { integrityOf } from 'contract/integrity.ts'
import type { Registry } from 'registry/live/registry.ts'

const settleTime = 150
const script = `new EventSource('/dev/reload').addEventListener('message', () => location.reload())`
const integrity = integrityOf(Buffer.from(script))

export const reloadTag = `<script src="/dev/reload.js" crossorigin="anonymous" integrity="${integrity}" async></script>`

/** Development only: reloads open pages after each publish. */
export function liveReload(app: FastifyInstance, registry: Pick<Registry, 'onChange'>): void {
  const pages = new Set<FastifyReply>()
  let timer: NodeJS.Timeout | undefined
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => pages.forEach((page) => page.raw.write('data: reload\n\n')), settleTime)
  }
  const stopListening = registry.onChange(changed)

  app.get('/dev/reload.js', { logLevel: 'warn' }, (_request, reply) => reply.type('text/javascript').send(script))
  app.get('/dev/reload', { logLevel: 'warn' }, (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.raw.write('retry: 500\n\n')
    pages.add(reply)
    request.raw.on('close', () => pages.delete(reply))
  })
  app.addHook('preClose', async () => {
    clearTimeout(timer)
    stopListening()
    for (const page of pages) page.raw.end()
  })
}
