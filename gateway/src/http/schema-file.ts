import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { compressionQuality } from './compression.ts'

const sdl = readFileSync(new URL('../../schema.graphql', import.meta.url))
// Compressed once, because each time costs 5 ms and anyone may request it.
const encodings = {
  br: brotliCompressSync(sdl, compressionQuality.brotliOptions),
  gzip: gzipSync(sdl, compressionQuality.zlibOptions),
}

/** Public even without introspection: the schema is not secret, and code generators need it. */
export function serveSchema(app: FastifyInstance): void {
  app.get('/graphql/schema.graphql', { compress: false }, async ({ headers }, reply) => {
    void reply.type('text/plain; charset=utf-8').header('vary', 'accept-encoding')
    const accepted = String(headers['accept-encoding']).replaceAll(/[\w-]+\s*;\s*q=0(\.0*)?(?=\s*(,|$))/g, '')
    for (const encoding of ['br', 'gzip'] as const)
      if (new RegExp(`\\b${encoding}\\b`).test(accepted))
        return reply.header('content-encoding', encoding).send(encodings[encoding])
    return reply.send(sdl)
  })
}
