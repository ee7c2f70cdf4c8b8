import { execute, parse, validate, type DocumentNode } from 'graphql'
import { compileQuery } from 'graphql-jit'
import { pino } from 'pino'
import { Pool } from 'undici'
import { afterAll, expect, test, vi } from 'vitest'
import { Admissions } from '../limits/admission.ts'
import { limits } from '../limits/limits.ts'
import { schema } from '../schema/schema.ts'
import { foundOrganization, invite } from '../testing/organizations.ts'
import { randomDocument, type KnownTexts, type RandomDocument } from '../testing/random-document.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { Refusal } from '../errors.ts'
import { BatchReader } from '../upstream/batch-reader.ts'
import { Upstream } from '../upstream/upstream.ts'
import { errorPresenter } from './present-error.ts'

vi.mock('graphql-jit', { spy: true })

// What is left of a budget and when it is full again depends on time: the same moment for both.
const moment = Date.now()
const gateway = await startGateway({ now: () => moment })
const acme = await foundOrganization(gateway)
const { memberId, email } = await acme.join('ADMIN', 'Ada')
const other = await foundOrganization(gateway)
await foundOrganization(gateway, acme.owner)
const invitationId = await invite(acme, 'guest@example.com')
const cookie = [...acme.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const ids = [acme.id, acme.id, memberId, acme.teamId, invitationId, other.id, 'O_none', 'none']
const texts: KnownTexts = {
  id: ids,
  ids,
  slug: [acme.slug, acme.slug, other.slug, 'none', ''],
  query: ['a', email, '%', ''],
  after: ['', 'none'],
}

const pool = new Pool(gateway.restAuth.url)
afterAll(() => pool.close())
const caller = { headers: {}, cookie, hasAccessToken: false }
const newUpstream = () => new Upstream(pool, '/api/auth', caller, pino({ level: 'silent' }))

// Each call goes to rest-auth once; from then on its answer is remembered, so that thousands of documents take seconds.
const answers = new Map<string, Promise<string>>()
// oxlint-disable-next-line typescript/unbound-method -- gets its `this` below
const { call } = Upstream.prototype
async function ask(...question: Parameters<typeof call>): Promise<string> {
  const upstream = newUpstream()
  try {
    return JSON.stringify(await call.apply(upstream, question))
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.extensions['code'] !== 'UPSTREAM_UNAVAILABLE') throw refusal
    return ask(...question) // the machine is busy
  } finally {
    upstream.end()
  }
}
vi.spyOn(Upstream.prototype, 'call').mockImplementation(async (...question) => {
  const key = JSON.stringify(question)
  const answer = answers.get(key) ?? ask(...question)
  answers.set(key, answer)
  return JSON.parse(await answer)
})

const budget = { remaining: limits.cost, resetAt: moment }
const admissions = new Admissions(schema)
const present = errorPresenter(pino({ level: 'silent' }))

/** What graphql-js answers, as text: its order counts. */
async function interpreted(
  document: DocumentNode,
  variableValues: Record<string, unknown>,
  cost: number,
): Promise<string> {
  const upstream = newUpstream()
  const contextValue = { upstream, reads: new BatchReader(upstream), isAnonymous: false, cost, budget }
  const { data, errors } = await execute({ schema, document, contextValue, variableValues })
  upstream.end()
  // How variables are refused is another matter, and says less.
  if (data === undefined)
    return comparable(
      errors?.slice(0, limits.validationErrors).map(() => refusedVariable),
      data,
    )
  const presented = errors?.map((error) => present(error.toJSON(), error))
  return comparable(presented, data)
}

const refusedVariable = { extensions: { code: 'BAD_USER_INPUT' } }

/** As text, because the order of keys counts. That of errors is the one in which calls happen to end. */
const comparable = (errors: readonly object[] | undefined, data: unknown) =>
  JSON.stringify({ errors: errors?.map((error) => JSON.stringify(error)).toSorted(), data })

async function sent({ query }: RandomDocument, variables: object): Promise<string> {
  const { body } = await gateway.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', cookie },
    payload: { query, variables },
  })
  const { errors, data } = JSON.parse(body)
  return comparable(
    data === undefined ? errors.slice(0, limits.validationErrors).map(() => refusedVariable) : errors,
    data,
  )
}

const documents = process.env['TEST_FULL'] ? 20_000 : 500
const sendings = 6

test(
  `${documents} random documents, each sent ${sendings} times, answer what graphql-js answers`,
  { timeout: 3_600_000 },
  async () => {
    const counts = { invalid: 0, refused: 0, withErrors: 0 }
    for (let seed = 1; seed <= documents; seed += 1) {
      const random = randomDocument(schema, seed, texts)
      const document = parse(random.query)
      if (validate(schema, document).length > 0) {
        counts.invalid += 1 // two fields under the same odd alias, for instance
        continue
      }
      let hasErrors = false
      for (let sending = 1; sending <= sendings; sending += 1) {
        const variables = random.variables()
        const admission = admissions.admit({ query: random.query, variables })
        if (!('cost' in admission)) {
          counts.refused += 1
          break
        }
        const answer = await sent(random, variables)
        hasErrors ||= answer.includes('"errors"')
        expect(answer, `${seed}, ${sending}: ${random.query}\n${JSON.stringify(variables)}`).toBe(
          await interpreted(document, variables, admission.cost),
        )
      }
      if (hasErrors) counts.withErrors += 1
    }
    const compiled = vi.mocked(compileQuery).mock.calls.length
    // Of the others some are refused, and some have variables that are.
    expect(compiled).toBeGreaterThan(documents * 0.5)
    expect(counts.invalid + counts.refused).toBeLessThan(documents * 0.05)
    expect(counts.withErrors).toBeGreaterThan(documents * 0.2)
  },
)
