import type { FastifyReply } from 'fastify'

/**
 * Sends JSON text that PostgreSQL has built, as it is. Parsing and writing it again would cost more than all the rest
 * of the request; that it has the form which the route declares is what the tests check.
 */
export function sendJson(reply: FastifyReply, json: string | null): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json ?? 'null')
}

/** Sends what `listColumn` made, with the cursor of the next page in a header: the answer keeps better-auth's form. */
export function sendList(reply: FastifyReply, page: string): FastifyReply {
  const end = page.indexOf('\n')
  if (end > 0) reply.header('next-cursor', page.slice(0, end))
  return sendJson(reply, page.slice(end + 1))
}
