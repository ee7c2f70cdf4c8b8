import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { countRefused } from '../execution/count-operations.ts'
import { contentTypeOf, statusOfRefusedDocument } from '../execution/lenient-status.ts'
import { Admissions } from './admission.ts'

/** Answers requests that ask for too much at once, and notes on the others what they cost. */
export function admitRequests(app: FastifyInstance, schema: GraphQLSchema): void {
  const admissions = new Admissions(schema)
  app.decorateRequest('cost', 0)
  app.addHook('preHandler', async (request, reply) => {
    const admission = admissions.admit(request.method === 'GET' ? queryOf(request.url) : request.body)
    if ('cost' in admission) {
      request.cost = admission.cost
      return
    }
    countRefused(admission.refusal)
    const { accept } = request.headers
    reply.type(contentTypeOf(accept)).code(statusOfRefusedDocument(accept))
    return reply.send({ errors: [admission.refusal] })
  })
}

/** Read as Apollo Server reads it: what two readers understand differently would pass without having been measured. */
const queryOf = (url: string) => Object.fromEntries(new URL(url, 'http://localhost').searchParams)

declare module 'fastify' {
  interface FastifyRequest {
    /** How many objects the answer may hold at most. */
    cost: number
  }
}
