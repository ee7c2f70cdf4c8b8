import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'

const SETTLED_AFTER_MS = 150
const SCRIPT = `new EventSource('/dev/reload').addEventListener('message', () => location.reload())`

/** Development only: tells open pages to reload when files in the given folders have changed. */
export function liveReload(app: FastifyInstance, folders: string[]): void {
  const pages = new Set<FastifyReply>()
  let timer: NodeJS.Timeout | undefined
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => pages.forEach((page) => page.raw.write('data: reload\n\n')), SETTLED_AFTER_MS)
  }
  // One by one: a recursive watcher of Node loses a file once it was replaced.
  const watchers = folders.flatMap(withSubfolders).map((folder) => watch(folder, changed))

  app.get('/dev/reload.js', { logLevel: 'warn' }, (_request, reply) => reply.type('text/javascript').send(SCRIPT))
  app.get('/dev/reload', { logLevel: 'warn' }, (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.raw.write('retry: 500\n\n')
    pages.add(reply)
    request.raw.on('close', () => pages.delete(reply))
  })
  app.addHook('preClose', async () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
    for (const page of pages) page.raw.end()
  })
}

function withSubfolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [folder, ...entries.map(({ name }) => join(folder, name))]
}
