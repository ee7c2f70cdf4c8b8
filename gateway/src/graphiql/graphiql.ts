import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)
const own = (name: string) => join(import.meta.dirname, name)
const inPackage = (name: string, file: string) => join(dirname(resolve(`${name}/package.json`)), file)

// GraphiQL 4 is a browser bundle for a global React 18. Version 5 needs a bundler and 190 MB.
const assets: Readonly<Record<string, string>> = {
  'graphiql.min.js': inPackage('graphiql', 'graphiql.min.js'),
  'graphiql.min.css': inPackage('graphiql', 'graphiql.min.css'),
  'react.production.min.js': inPackage('react-18', 'umd/react.production.min.js'),
  'react-dom.production.min.js': inPackage('react-dom-18', 'umd/react-dom.production.min.js'),
  'start.js': own('start.js'),
  'page.css': own('page.css'),
}

// 'unsafe-inline' is for CodeMirror, GraphiQL's editor, which sets styles from its script.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function serveGraphiql(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return
    const page = await readFile(own('page.html'))
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page)
  })
  app.get<{ Params: { name: string } }>('/graphql/assets/:name', async ({ params: { name } }, reply) => {
    const file = Object.hasOwn(assets, name) ? assets[name] : undefined
    if (file === undefined) return reply.code(404).send()
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
    return reply.type(`${type}; charset=utf-8`).send(await readFile(file))
  })
}
