import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** How a route declares that it may answer with a redirect. */
export const redirection = { 302: z.undefined().describe('On to the callbackURL, with what came of it') }

/** 302 to exactly this place, with an empty body. */
export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(302).header('location', location).type('application/json').send('')
}
