import type { FastifyReply } from 'fastify'
import { z } from 'zod'

export const redirection = { 302: z.undefined().describe('On to the callbackURL, with what came of it') }

export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(302).header('location', location).type('application/json').send('')
}
