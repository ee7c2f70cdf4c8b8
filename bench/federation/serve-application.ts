import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { integrityOf } from 'contract/integrity.ts'

export interface Application {
  readonly address: string
  /** Scripts to preload, by page path. */
  readonly ahead: Map<string, string[]>
  stop(): void
}

/** The quality that shell/server/compress-for.ts has for documents. */
const asShell = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' }

/** Compresses, caches and preloads like the shell's server. Proxies calls to `product`. */
export async function serveApplication(folder: string, product: string): Promise<Application> {
  const template = await readFile(join(folder, 'index.html'), 'utf8')
  const names = (await readdir(join(folder, 'assets'))).filter((name) => /\.(js|css)$/.test(name))
  const files = new Map<string, { content: Buffer; integrity: string; type: string }>(
    await Promise.all(
      names.map(async (name) => {
        const content = await readFile(join(folder, 'assets', name))
        const type = types[name.split('.').at(-1) ?? ''] ?? ''
        const file = { content: brotliCompressSync(content), integrity: integrityOf(content), type }
        return [`/assets/${name}`, file] as const
      }),
    ),
  )
  const ahead = new Map<string, string[]>()
  const policyOfProduct = (await fetch(product)).headers.get('content-security-policy') ?? ''

  const documentOf = (path: string) => {
    const nonce = randomBytes(16).toString('base64url')
    const scripts = (ahead.get(path) ?? []).map(
      (url) =>
        `<link rel="preload" as="script" crossorigin="anonymous" integrity="${files.get(url)?.integrity}" href="${url}">`,
    )
    const values: Record<string, string> = {
      locale: 'en',
      authBasePath: '/api/auth',
      assetsOrigin: '',
      requestId: randomBytes(18).toString('hex'),
      nonce,
      lock: '',
      failed: 'This page could not be loaded.',
      noscript: 'This page needs JavaScript.',
      preload: `<link rel="preload" as="fetch" crossorigin="anonymous" href="/api/auth/get-session">${scripts.join('')}`,
    }
    const html = template.replaceAll(/(?:<!--)?\{\{(\w+)\}\}(?:-->)?/g, (place, name: string) => values[name] ?? place)
    return { html, policy: policyOfProduct.replace(/(?<='nonce-)[^']*/, nonce) }
  }

  const pass = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { origin, host } = new URL(product)
    const headers = { ...incoming.headers, host, ...(incoming.headers.origin && { origin }) }
    const call = request(`${product}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (result) => {
      response.writeHead(result.statusCode ?? 502, result.headers)
      result.pipe(response)
    })
    call.on('error', () => response.destroy())
    incoming.pipe(call)
  }

  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '/'
    if (/^\/(api|graphql)\b/.test(path)) return pass(incoming, response)
    const file = files.get(path)
    if (file) {
      const headers = {
        'content-type': file.type,
        'content-encoding': 'br',
        'cache-control': 'max-age=31536000, immutable',
      }
      response.writeHead(200, headers).end(file.content)
      return
    }
    const { html, policy } = documentOf(path)
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-security-policy': policy,
    }
    response.writeHead(200, { ...headers, 'cache-control': 'private, no-cache' }).end(brotliCompressSync(html, asShell))
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { address: `http://localhost:${port}`, ahead, stop: () => server.closeAllConnections() }
}
