import type { FastifyReply } from 'fastify'

/** 302 to exactly this place, with an empty body. */
export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(302).header('location', location).type('application/json').send('')
}
