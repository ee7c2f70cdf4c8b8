// Compares the CPU of get-session from the cookie cache with plain Fastify that checks two
// signatures.
import { startContender } from '../contender.ts'
import { AUTH_SECRET, origin, startLimitedRestAuth } from '../limited-rest-auth.ts'
import { load, send, type LoadRequest } from '../load.ts'

const rounds = Number(process.env['ROUNDS'] ?? 9)
/** Enough that rate limits do not apply. */
const users = 256
const requests = 2000

const restAuth = await startLimitedRestAuth({ SESSION_COOKIE_CACHE_MAX_AGE: '3600' })
const least = await startContender('Fastify', new URL('fastify-server.ts', import.meta.url), { AUTH_SECRET })

let turn = 0
const address = () => `10.0.${((turn += 1) >> 8) & 15}.${turn & 255}`
const cookies: string[] = []
for (let n = 0; n < users; n += 1) {
  const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': address() }
  const body = JSON.stringify({ name: 'Ann', email: `ann${n}@example.com`, password: 'correct horse battery' })
  cookies.push((await send(restAuth.url, { method: 'POST', path: '/api/auth/sign-up/email', headers, body })).cookie)
}
const getSession = (n: number): LoadRequest => ({
  method: 'GET',
  path: '/api/auth/get-session',
  headers: { cookie: cookies[n % users] ?? '', 'x-forwarded-for': address() },
})

/** Omits what differs in each response. */
async function responseOf(url: string): Promise<string> {
  const { path, headers } = getSession(1)
  const response = await fetch(url + path, { headers })
  const told = [...response.headers].filter(([name]) => name !== 'date' && !name.startsWith('ratelimit-'))
  return JSON.stringify([response.status, told, await response.text()])
}

const contenders = [restAuth, least]
try {
  const [ours, theirs] = await Promise.all(contenders.map(({ url }) => responseOf(url)))
  if (ours !== theirs) throw new Error(`The responses differ:\n${ours}\n${theirs}`)
  const results = contenders.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      const before = await contender.cpu()
      await load(contender.url, 32, (sent) => sent >= requests, getSession)
      // The first round warms up.
      if (round > 0) results[index]?.push(((await contender.cpu()) - before) / requests)
    }
  }
  const medians = results.map((cpu) => cpu.toSorted((a, b) => a - b)[Math.floor(cpu.length / 2)] ?? 0)
  for (const [index, { name }] of contenders.entries()) {
    const cpu = medians[index] ?? 0
    console.log(`| ${name} | ${cpu.toFixed(3)} CPU ms | ${(cpu / (medians[1] ?? 1)).toFixed(1)} × |`)
  }
} finally {
  await Promise.all(contenders.map((contender) => contender.stop()))
}
