import type { FastifyReply } from 'fastify'
import { z } from 'zod'

export const redirection = { 302: z.undefined().describe('Redirects to the callbackURL, with the outcome') }

export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(302).header('location', location).type('application/json').send('')
}
