import { request } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { accessTokenFor } from '../testing/access-token.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Visitor } from '../testing/visitor.ts'
import { Budgets } from './budgets.ts'
import { limits } from 'contract/graphql/limits.ts'

// Moved only by tests. One millisecond refills one object.
let time = Date.parse('2026-05-01T12:00:00Z')
const on = {
  RATE_LIMIT_ENABLED: 'true',
  GRAPHQL_COST_PER_MINUTE: '60000',
  RATE_LIMIT_EXEMPT: '203.0.113.0/24',
}
const gateway = await startGateway({ gateway: on, restAuth: { RATE_LIMIT_ENABLED: 'true' }, now: () => time })
const { relay } = gateway
beforeEach(() => {
  relay.clear()
  time += 120_000
})

let hosts = 0
/** An unused IP address. */
const newAddress = () => `198.51.100.${(hosts += 1)}`

const document =
  'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Organization { members(first: 40) { nodes { id } } } } }'
const ids = Array.from({ length: 100 }, () => 'nobody has this id')
/** Costs 4100 without a call to rest-auth. */
const spend = (person: Visitor) => person.graphql(document, { ids })
const who = '{ viewer { user { email } } }'
const many = <T>(count: number, ask: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
const budgetOf = ({ headers }: Awaited<ReturnType<typeof spend>>) =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) => headers.get(name))
const statuses = (responses: readonly { status: number }[]) => ({
  accepted: responses.filter(({ status }) => status === 200).length,
  refused: responses.filter(({ status }) => status === 429).length,
  /** By their bearer, but within the budget. */
  invalid: responses.filter(({ status }) => status === 401).length,
})

describe('the field rateLimit', () => {
  test('matches the headers, with a minimum cost of a hundred', async () => {
    const person = gateway.visitor(newAddress())
    const ask = () => person.graphql('{ rateLimit { cost limit remaining resetAt } }')
    for (let times = 1; times <= 2; times += 1) {
      const response = await ask()
      const resetAt = new Date(time + times * 100).toISOString()
      expect(response.data).toEqual({ rateLimit: { cost: 1, limit: 5000, remaining: 5000 - times * 100, resetAt } })
      expect(budgetOf(response)).toEqual(['5000', `${5000 - times * 100}`, '1', null])
    }
    time += 100
    expect((await ask()).at('rateLimit', 'remaining')).toBe(4800)
  })

  test('subtracts the cost of a request, but never goes below zero', async () => {
    const person = gateway.visitor(newAddress())
    const asking = document.replace(' { nodes', ' { rateLimit { cost remaining resetAt } nodes')
    const ask = async () => (await person.graphql(asking, { ids })).at('rateLimit')
    expect(await ask()).toEqual({ cost: 4101, remaining: 899, resetAt: new Date(time + 4101).toISOString() })
    expect(await ask()).toEqual({ cost: 4101, remaining: 0, resetAt: new Date(time + 8202).toISOString() })
  })
})

describe('a client without budget', () => {
  test('gets a GraphQL error with the time of the next possible request', async () => {
    const person = gateway.visitor(newAddress())
    expect(statuses([await spend(person), await spend(person)])).toEqual({ accepted: 2, refused: 0, invalid: 0 })
    const refused = await person.graphql('{ __typename }')
    expect(refused.status).toBe(429)
    expect(budgetOf(refused)).toEqual(['5000', '0', '9', '4'])
    const resetAt = new Date(time + 8200).toISOString()
    expect(JSON.parse(refused.text)).toEqual({
      errors: [
        {
          message: 'Too many requests. Please try again later.',
          extensions: { code: 'RATE_LIMITED', retryAfter: 4, limit: 5000, remaining: 0, resetAt },
        },
      ],
    })
    const accept = 'application/graphql-response+json'
    expect((await person.graphql('{ __typename }', {}, { accept })).headers.get('content-type')).toContain(accept)
    time += 3000
    expect((await person.graphql('{ __typename }')).status).toBe(429)
    time += 1000
    expect((await spend(person)).status).toBe(200)
  })

  test('is rejected even without a query, with a large body, or with another method', async () => {
    const address = newAddress()
    await many(2, () => spend(gateway.visitor(address)))
    const send = async (init: RequestInit, path = '') =>
      (await fetch(`${gateway.url}/graphql${path}`, { ...init, headers: { 'x-forwarded-for': address } })).status
    expect(await send({ method: 'POST', body: 'x'.repeat(200_000) })).toBe(429)
    expect(await send({ method: 'PUT' })).toBe(429)
    expect(await send({}, '?query={__typename}')).toBe(429)
  })

  test('pays for a rejected expensive request like for a small one', async () => {
    const person = gateway.visitor(newAddress())
    const refused = await person.graphql(document.replace('40', '100'), { ids })
    expect(refused.errors).toMatchObject([{ extensions: { code: 'COST_LIMIT_EXCEEDED' } }])
    expect(budgetOf(refused)).toEqual(['5000', '4900', '1', null])
  })

  test('cannot spend more by opening many requests before their bodies arrive', async () => {
    const address = newAddress()
    const payload = JSON.stringify({ query: document, variables: { ids } })
    const slow = Array.from({ length: 10 }, () => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'x-forwarded-for': address,
      }
      const sent = request(`${gateway.url}/graphql`, { method: 'POST', headers })
      sent.flushHeaders()
      const status = new Promise<number | undefined>((resolve) =>
        sent.on('response', (response) => resolve(response.resume().statusCode)),
      )
      return { sent, status }
    })
    let probes = 0
    const remaining = async () => {
      probes += 1
      const response = await gateway.visitor(address).graphql('{ __typename }')
      return Number(response.headers.get('ratelimit-remaining')) + probes * 100
    }
    await expect.poll(remaining).toBe(4000) // all ten are accepted
    for (const { sent } of slow) sent.end(payload)
    const accepted = await Promise.all(slow.map(({ status }) => status))
    expect(accepted.filter((status) => status === 200)).toHaveLength(1)
    expect(accepted.filter((status) => status === 429)).toHaveLength(9)
  })
})

describe('users behind one IP address', () => {
  test('have their own budgets; requests without a session share one', async () => {
    const address = newAddress()
    const [ann, bob] = [await gateway.signUp('Ann', address), await gateway.signUp('Bob', address)]
    await many(2, () => spend(ann))
    expect((await ann.graphql(who)).status).toBe(429)
    const elsewhere = await ann.graphql(who, {}, { 'x-forwarded-for': newAddress() })
    expect(elsewhere.status).toBe(429)
    expect((await bob.graphql(who)).at('viewer', 'user', 'email')).toBe(bob.email)
    expect(budgetOf(await gateway.visitor(address).graphql(who))).toEqual(['5000', '4900', '1', null])
  })

  test('share one budget between two sessions of the same user', async () => {
    const [first, second] = [await gateway.signUp('Ann', newAddress()), gateway.visitor(newAddress())]
    const { status } = await second.rest('POST', '/sign-in/email', {
      email: first.email,
      password: 'correct horse battery',
    })
    expect(status).toBe(200)
    await many(2, () => spend(first))
    expect((await second.graphql(who)).status).toBe(429)
  })

  test('pay for requests that a service sends for them; forged tokens count for the IP address of the service', async () => {
    const [ann, bob] = [await gateway.signUp('Ann', newAddress()), await gateway.signUp('Bob', newAddress())]
    const [annToken, bobToken] = await Promise.all([ann, bob].map((person) => accessTokenFor(gateway.restAuth, person)))
    const service = gateway.visitor(newAddress())
    const by = (token: string | undefined) => service.graphql(document, { ids }, { authorization: `Bearer ${token}` })
    expect(statuses(await many(3, () => by(annToken)))).toEqual({ accepted: 2, refused: 1, invalid: 0 })
    expect((await ann.graphql(who)).status).toBe(429)
    expect(budgetOf(await by(bobToken))).toEqual(['5000', '900', '5', null])
    expect(budgetOf(await service.graphql('{ __typename }'))).toEqual(['5000', '4900', '1', null])
    expect(budgetOf(await by(`${bobToken?.slice(0, -4)}AAAA`))).toEqual(['5000', '800', '5', null])
    expect(budgetOf(await bob.graphql('{ __typename }'))).toEqual(['5000', '800', '5', null])
    // By then this exceeds the shared budget of two users of one IP address.
    expect((await by(bobToken)).status).toBe(200)
  })

  test('are not affected by a flood from there without a session or with invalid ones', async () => {
    const address = newAddress()
    const [ann, late] = [await gateway.signUp('Ann', address), await gateway.signUp('Late', address)]
    const ended = await gateway.signUp('Eve', address)
    const endedCookie = [...ended.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await ended.rest('POST', '/sign-out')).status).toBe(200)
    await ann.graphql(who)
    const attackers = [
      {},
      { authorization: 'Bearer forged' },
      { cookie: endedCookie },
      { cookie: () => `better-auth.session_token=${Math.random()}.forged` },
      { cookie: 'better-auth.session_token=forged.always' },
    ]
    const flood = many(600, (index) => {
      const { cookie, authorization } = { cookie: undefined, authorization: undefined, ...attackers[index % 5] }
      return gateway.visitor(address).graphql(
        who,
        {},
        {
          ...(authorization && { authorization }),
          ...(cookie && { cookie: typeof cookie === 'string' ? cookie : cookie() }),
        },
      )
    })
    const work = async (person: Visitor) => {
      for (let times = 0; times < 20; times += 1)
        expect((await person.graphql(who)).at('viewer', 'user', 'email')).toBe(person.email)
    }
    await Promise.all([work(ann), work(late)])
    // The order of arrival decides which kinds are within the budget.
    const { accepted, invalid, refused } = statuses(await flood)
    expect({ within: accepted + invalid, refused }).toEqual({ within: 50, refused: 550 })
    await work(late)
  })
})

test('never counts an IP address of RATE_LIMIT_EXEMPT', async () => {
  const person = gateway.visitor('203.0.113.9')
  const responses = await many(5, () => spend(person))
  expect(statuses(responses)).toEqual({ accepted: 5, refused: 0, invalid: 0 })
  const response = await person.graphql('{ rateLimit { remaining isEnforced } }')
  expect(response.data).toEqual({ rateLimit: { remaining: 5000, isEnforced: false } })
  expect(budgetOf(response)).toEqual(['5000', '5000', '0', null])
})

test('counts but refuses nothing while RATE_LIMIT_ENABLED is false, as in development', async () => {
  const free = await startGateway({ gateway: { GRAPHQL_COST_PER_MINUTE: '60000' }, now: () => time })
  const person = free.visitor(newAddress())
  const read = async () => person.graphql('{ rateLimit { cost remaining resetAt isEnforced } }')
  const first = await read()
  const resetAt = new Date(time + 100).toISOString()
  expect(first.data).toEqual({ rateLimit: { cost: 1, remaining: 4900, resetAt, isEnforced: false } })
  expect(budgetOf(first)).toEqual(['5000', '4900', '1', null])
  const responses = await many(5, () => spend(person))
  expect(statuses(responses)).toEqual({ accepted: 5, refused: 0, invalid: 0 })
  const last = await read()
  expect([last.status, last.at('rateLimit', 'remaining'), budgetOf(last)[1]]).toEqual([200, 0, '0'])
  free.relay.clear()
  const ann = await free.signUp()
  await ann.graphql(who)
  expect(free.relay.calls).toEqual(['GET /get-session'])
})

describe('rest-auth', () => {
  const verifications = () => relay.calls.filter((call) => call === 'GET /get-session').length

  test('is queried for a session once a minute, and once for concurrent requests', async () => {
    const ann = await gateway.signUp('Ann', newAddress())
    await many(5, () => ann.graphql('{ __typename }'))
    expect(verifications()).toBe(1)
    time += 59_000
    await ann.graphql('{ __typename }')
    expect(verifications()).toBe(1)
    time += 1000
    await ann.graphql('{ __typename }')
    expect(verifications()).toBe(2)
  })

  test('leaves requests to the budget of the IP address while it is unavailable', async () => {
    const address = newAddress()
    const ann = await gateway.signUp('Ann', address)
    relay.behave = (_, response) => void response.destroy()
    await many(2, () => spend(ann))
    expect((await ann.graphql('{ __typename }')).status).toBe(429)
    relay.clear()
    expect((await ann.graphql(who)).at('viewer', 'user', 'email')).toBe(ann.email)
  })
})

test.runIf(process.env['TEST_FULL'])('never rejects a user who works as fast as the screens allow', async () => {
  const usual = await startGateway({ gateway: { RATE_LIMIT_ENABLED: 'true' }, now: () => time })
  const ann = await usual.signUp()
  const page = `query { viewer { organizations { totalCount } user { name } }
    organization(by: { slug: "a" }) { members(first: 100) { nodes { user { name } team { name } } } } }`
  for (let second = 0; second < 30; second += 1) {
    const responses = await many(5, () => ann.graphql(page))
    expect(statuses(responses)).toEqual({ accepted: 5, refused: 0, invalid: 0 })
    time += 1000
  }
})

describe('budgets', () => {
  const spendAt = (budgets: Budgets, name: string, now: number) => budgets.spend([{ name, factor: 1 }], 100, 100, now)

  test('are kept for the latest 50,000 clients', () => {
    const budgets = new Budgets(60_000)
    for (let index = 0; index < 120_000; index += 1) {
      spendAt(budgets, `address ${index}`, 0)
      if (index % 1000 === 0) spendAt(budgets, 'again and again', index)
    }
    expect(budgets.size).toBeLessThanOrEqual(50_000)
    expect(spendAt(budgets, 'address 119999', 0).remaining).toBe(limits.cost - 200)
    expect(spendAt(budgets, 'again and again', 119_000).remaining).toBe(limits.cost - 200)
  })

  test('of a wide network are larger, and are charged after the narrow one', () => {
    const budgets = new Budgets(60_000)
    const network = (customer: number) => [
      { name: `narrow ${customer}`, factor: 1 },
      { name: 'wide', factor: 4 },
    ]
    const ask = (customer: number, now: number) => budgets.spend(network(customer), 5000, 100, now).waitUntil
    const isGiven = [1, 1, 1, 2, 3, 4].map((customer) => ask(customer, 0) === undefined)
    expect(isGiven).toEqual([true, false, false, true, true, true])
    expect(ask(5, 0)).toBe(25)
    expect(ask(6, 30)).toBeUndefined()
  })
})
