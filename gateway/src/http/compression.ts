import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { constants } from 'node:zlib'

/**
 * Compresses answers from 2 kB on, for those who take it. That makes lengths tell of contents (BREACH) only to somebody who
 * makes another one's browser ask again and again with guesses: pages of other sites cannot ask here, and no answer holds a secret.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 4 },
  })
}
