import type { FastifyReply } from 'fastify'

/** Sends JSON unparsed, because parsing would dominate the cost. Tests check the schema. */
export function sendJson(reply: FastifyReply, json: string | null): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json ?? 'null')
}

/** The cursor is a header, because the body must keep better-auth's format. */
export function sendList(reply: FastifyReply, page: string): FastifyReply {
  const end = page.indexOf('\n')
  if (end > 0) reply.header('next-cursor', page.slice(0, end))
  return sendJson(reply, page.slice(end + 1))
}
