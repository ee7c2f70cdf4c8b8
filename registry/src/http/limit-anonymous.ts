import type { FastifyRequest } from 'fastify'
import { ipBuckets } from 'service/client-ip.ts'
import { createMemoryCounter } from 'service/memory-counter.ts'
import { RegistryRefusal } from './refusal.ts'

/** By network. A page of a preview loads some tens of files, a gateway sends ten requests. */
const limit = { max: 300, window: 10 }

/** Each server counts for itself, to protect its processor and the database. */
export function limitAnonymous(now: () => Date): (request: FastifyRequest) => void {
  const counter = createMemoryCounter(limit)
  return ({ ip, routeOptions: { config } }) => {
    if (config.access !== 'anybody') return
    const slots = ipBuckets(ip).map(({ name, factor }) => counter.take(name, factor, now().getTime()))
    if (slots.some(({ wait }) => wait > 0))
      throw new RegistryRefusal('TOO_MANY_REQUESTS', 'Too many requests from your network. Try again in ten seconds.')
  }
}
