import type { FastifyReply } from 'fastify'
import { Counter } from 'prom-client'
import { startAtZero } from 'service/metrics.ts'
import type { ServiceToken } from './service-tokens.ts'

export const requests = new Counter({
  name: 'service_requests_total',
  help: 'Requests to services of remotes, by status class or reason for failure',
  labelNames: ['remote', 'outcome'],
})

const outcomes = ['2xx', '3xx', '4xx', '5xx', 'unreachable', 'slow', 'refused', 'socket']

export const startServiceSeries = (remotes: readonly string[]): void =>
  startAtZero(requests, { remote: remotes, outcome: outcomes })

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
