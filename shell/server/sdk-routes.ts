import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { GALLERY_PATH } from 'contract/version-lock.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Registry } from 'registry/live/registry.ts'

const root = resolve(import.meta.dirname, '../..')

/** In the order in which a team reads them. */
const pages = [
  'first-day.md',
  'vite-app.md',
  'shipping-a-remote.md',
  'building-a-feature.md',
  'composition.md',
  'checks.md',
  'libraries.md',
  'error-codes.md',
  'interface.md',
  'CHANGELOG.md',
]

const fileOf = (page: string): string => join(root, page === 'CHANGELOG.md' ? 'packages/kit' : 'docs', page)

const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text)

/** Documentation for teams, as text, with the addresses of this product. */
export function sdkPages(app: FastifyInstance, registry: Registry, origin: string): void {
  const read = async (page: string): Promise<string> => {
    const kit = registry.state()?.page.shell?.document.kit
    const text = (await readFile(fileOf(page), 'utf8'))
      .replaceAll('https://accounts.example.com', origin)
      .replaceAll(/!?\[([^\]]+)\]\(([^)#\s]*)(#[^)]*)?\)/g, (link, title: string, target: string, part = '') => {
        if (/^https?:/.test(target)) return link
        const name = target === '' ? page : (target.split('/').at(-1) ?? '')
        return pages.includes(name) ? `${title} (${origin}/sdk/docs/${name}${part})` : title
      })
    return kit ? text.replaceAll(/\bkit-\d+\.\d+\.\d+\.tgz/g, `kit-${kit}.tgz`) : text
  }
  app.get('/sdk/', async (_request, reply) => {
    if (!registry.state()?.page.shell) return reply.callNotFound()
    return send(reply, await read('first-day.md'))
  })
  app.get('/sdk/docs/', async (_request, reply) => {
    const list = pages.filter((page) => existsSync(fileOf(page))).map((page) => `  ${origin}/sdk/docs/${page}`)
    const gallery = `The parts of kit, with code to copy: ${origin}${GALLERY_PATH}`
    return send(reply, `For teams that build a remote of this product:\n\n${list.join('\n')}\n\n${gallery}\n`)
  })
  app.get<{ Params: { page: string } }>('/sdk/docs/:page', async ({ params }, reply) =>
    pages.includes(params.page) ? send(reply, await read(params.page)) : reply.callNotFound(),
  )
  app.get<{ Params: { code: string } }>('/sdk/docs/errors/:code', async ({ params }, reply) => {
    const sections = (await read('error-codes.md')).split(/^## /m)
    const section = sections.find((text) => text.startsWith(`${params.code}\n`))
    return section === undefined ? reply.callNotFound() : send(reply, section)
  })
}
