import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

const compressible =
  /^(text\/(?!event-stream)|application\/([\w.-]+\+)?(json|xml|x-ndjson|javascript)\b|image\/svg\+xml)/

/** Below this, gzip saves no packet. */
const minBytes = 1000

/**
 * Compresses what the service did not, or returns the response as it is. The size of a compressed
 * response tells an eavesdropper whether it contains the same text twice (BREACH), so the attacker
 * must not choose what is in it: only for requests that a page of this product has sent.
 */
export function compressResponse(response: IncomingMessage, reply: FastifyReply): Readable {
  const length = Number(reply.getHeader('content-length') ?? Infinity)
  const has = (name: string, pattern: RegExp) => pattern.test(String(reply.getHeader(name) ?? ''))
  const { method, headers } = reply.request
  const isWanted =
    method !== 'HEAD' &&
    reply.statusCode === 200 &&
    length >= minBytes &&
    headers['sec-fetch-site'] === 'same-origin' &&
    /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding'])) &&
    has('content-type', compressible) &&
    !has('content-encoding', /./) &&
    !has('cache-control', /\bno-transform\b/i) &&
    // A strong one names these bytes, and `If-Match` must return it unchanged.
    !has('etag', /^"/)
  if (!isWanted) return response
  void reply.removeHeader('content-length').removeHeader('accept-ranges').header('content-encoding', 'gzip')
  void reply.header('vary', `${String(reply.getHeader('vary'))}, accept-encoding`)
  // A stream of unknown length may pause, so nothing waits for more.
  const flush = length === Infinity ? constants.Z_SYNC_FLUSH : constants.Z_NO_FLUSH
  return pipeline(response, createGzip({ flush }), () => {})
}
