import type { FastifyReply } from 'fastify'
import { Counter } from 'prom-client'
import type { ServiceToken } from './service-tokens.ts'

export const requests = new Counter({
  name: 'service_requests_total',
  help: 'Requests to services of remotes, by status class or reason for failure',
  labelNames: ['remote', 'outcome'],
})

export interface Exchange {
  readonly authUrl: string
  readonly remote: string
  readonly upstream: string
  readonly path: string
  readonly token: ServiceToken
  readonly gone: AbortController
  readonly reply: FastifyReply
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange | null
  }
}
