import { fastify } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readEnvironment, settings } from './environment.ts'
import { fastifyOptions } from './fastify-options.ts'

const config = readEnvironment(settings(0, {}), { TRUSTED_PROXIES: '10.0.0.0/8' })
const app = fastify(fastifyOptions(config, pino({ level: 'silent' })))
app.get('/', async (request) => ({ id: request.id, ip: request.ip }))

test.each([
  ['10.0.0.1', 'from-the-proxy', 'from-the-proxy'],
  ['203.0.113.1', 'from-a-stranger', expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ['10.0.0.1', 'short', expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ['10.0.0.1', 'two words, and a "quote"', expect.stringMatching(/^[0-9a-f-]{36}$/)],
])('a request from %s with the id "%s"', async (remoteAddress, given, expected) => {
  const answer = await app.inject({ url: '/', remoteAddress, headers: { 'x-request-id': given } })
  expect(answer.json().id).toEqual(expected)
})

test.each([
  ['10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['10.0.0.1', '6.6.6.6, 203.0.113.9:51234, 10.0.0.2:443', '203.0.113.9:51234'],
  ['203.0.113.1', '6.6.6.6', '203.0.113.1'],
])('a request from %s for %s comes from %s', async (remoteAddress, forwarded, expected) => {
  const answer = await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  expect(answer.json().ip).toBe(expected)
})
