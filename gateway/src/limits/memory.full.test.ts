import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heavy, hostile, repeat } from '../testing/hostile-documents.ts'
import { createTestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { publicOrigin } from '../testing/start-rest-auth.ts'
import { createVisitor, type Visitor } from '../testing/visitor.ts'
import { limits } from 'contract/graphql/limits.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const megabyte = 1_000_000
const most = 50 * megabyte

/** Only Linux reports and resets the peak memory of a process, and not in every container. */
function canMeasure(): boolean {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
    return true
  } catch {
    return false
  }
}

describe.runIf(canMeasure())('the memory that one request takes of the gateway (needs Linux)', async () => {
  const gateway = await startGateway()
  const { restAuth } = gateway
  const { id, owner: founder } = await createTestOrganization(gateway)
  await founder.graphql(
    'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { userErrors { code } } }',
    {
      input: {
        organizationId: id,
        logo: `https://example.com/${'x'.repeat(2000)}`,
        metadata: { note: 'x'.repeat(8000) },
      },
    },
  )

  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', file('../testing/memory-probe.ts'), file('../main.ts')],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_ENV: 'test', PORT: '0', REST_AUTH_URL: restAuth.url, AUTH_URL: publicOrigin },
    },
  )
  const [{ listening }] = await once(child, 'message')
  afterAll(() => void child.kill())
  const anonymous = createVisitor(String(listening), restAuth.url)
  const owner = createVisitor(String(listening), restAuth.url)
  for (const [name, value] of founder.cookies) owner.cookies.set(name, value)

  const probe = async (message: 'begin' | 'end'): Promise<number> => {
    child.send(message)
    const [{ peak }] = await once(child, 'message')
    return peak
  }
  const ask = async (by: Visitor, document: string, variables?: object) => {
    await probe('begin')
    const response = await by.graphql(`${document} #${Math.random()}`, variables)
    return { response, peak: await probe('end') }
  }
  const allowed = () => Math.min(most, honest + 10 * megabyte)
  /** Uncollected garbage adds to a peak, so only three exceeded peaks in a row count. */
  const askWithin = async (...asked: Parameters<typeof ask>) => {
    let last = await ask(...asked)
    for (let times = 1; times < 3 && last.peak >= allowed(); times += 1) last = await ask(...asked)
    return last
  }
  const aliased = (count: number, field: string) =>
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Organization { ${repeat(count, (n) => `a${n}: ${field}`)} } } }`
  const hundred = { ids: Array(100).fill(id) }
  let honest = 0
  beforeAll(async () => {
    for (let times = 0; times < 3; times += 1) await ask(owner, aliased(24, 'logo'), hundred) // warm up
    const { response, peak } = await ask(owner, aliased(24, 'logo'), hundred)
    expect(response.text.length).toBeGreaterThan(0.9 * limits.responseBytes)
    honest = peak
  })

  test('is less than 50 MB for the largest response', () => {
    expect(honest).toBeGreaterThan(0.5 * megabyte)
    expect(honest).toBeLessThan(most)
  })

  test.each([
    ['logos', 30, 'logo'],
    ['metadata within the cost limit', 6, 'metadata'],
    ['metadata above the cost limit', 30, 'metadata'],
  ])('is little more than that for a rejected response: %s', async (_, count, field) => {
    const { response, peak } = await askWithin(owner, aliased(count, field), hundred)
    expect(response.text.length).toBeLessThan(1.1 * limits.responseBytes)
    expect(peak).toBeLessThan(allowed())
  })

  const documents: typeof hostile = [...hostile, ...heavy]
  test.each(documents)('is no more than for an honest document: %s', async (_, document, variables) => {
    for (const by of [anonymous, owner]) expect((await askWithin(by, document, variables)).peak).toBeLessThan(allowed())
  })
})
