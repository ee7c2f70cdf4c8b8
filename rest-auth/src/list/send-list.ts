import type { FastifyReply } from 'fastify'

/**
 * Sends JSON from PostgreSQL unchanged, because parsing and serializing it would dominate the cost
 * of the request. Tests check that it matches the schema of the route.
 */
export function sendJson(reply: FastifyReply, json: string | null): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json ?? 'null')
}

/**
 * Sends the result of `listColumn`. The cursor is a header, because the body must keep
 * better-auth's format.
 */
export function sendList(reply: FastifyReply, page: string): FastifyReply {
  const end = page.indexOf('\n')
  if (end > 0) reply.header('next-cursor', page.slice(0, end))
  return sendJson(reply, page.slice(end + 1))
}
