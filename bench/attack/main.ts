// Measures how long other users wait for get-session while one account attacks from one IP address.
import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { dataAddress, png } from 'rest-auth/testing/pictures'
import { origin, startLimitedRestAuth } from '../limited-rest-auth.ts'
import { load, send } from '../load.ts'

const seconds = Number(process.env['SECONDS_EACH'] ?? 20)
/** Milliseconds between the calls of another user, so that rate limits do not apply. */
const pause = 40
const attacker = '198.51.100.1'

const server = await startLimitedRestAuth()

const signUp = async (name: string, address: string) => {
  const body = JSON.stringify({ name, email: `${name}@example.com`, password: 'correct horse battery' })
  const headers = { 'content-type': 'application/json', origin, 'x-forwarded-for': address }
  return (await send(server.url, { method: 'POST', path: '/api/auth/sign-up/email', headers, body })).cookie
}
const cookies = { attacker: await signUp('mallory', attacker), other: await signUp('ann', '10.1.0.1') }

/** Returns the status, 0 after hanging up, and the number of bytes received. */
function call(path: string, body?: object, hangUpAfter?: number): Promise<{ status: number; bytes: number }> {
  const headers = { cookie: cookies.attacker, origin, 'content-type': 'application/json', 'x-forwarded-for': attacker }
  return new Promise((resolve) => {
    let bytes = 0
    const method = body ? 'POST' : 'GET'
    const sent = request(`${server.url}/api/auth/organization/${path}`, { method, headers }, (response) => {
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }))
    })
    sent.on('error', () => resolve({ status: 0, bytes }))
    sent.on('close', () => resolve({ status: 0, bytes }))
    if (hangUpAfter !== undefined) void setTimeout(hangUpAfter).then(() => sent.destroy())
    sent.end(body && JSON.stringify(body))
  })
}

let made = 0
const largest = (n: number) => ({
  name: 'x'.repeat(200),
  slug: `organization-${n}`,
  logo: dataAddress(png(`${n} ${'a'.repeat(12_150)}`)),
  metadata: { long: 'x'.repeat(8000) },
})

/** Repeats the call with `atOnce` connections until the deadline, and retries after refusals. */
async function attack(until: number, atOnce: number, work: () => ReturnType<typeof call>): Promise<void> {
  const worker = async () => {
    while (performance.now() < until) {
      const { status } = await work()
      if (status >= 400) await setTimeout(500)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const phases: Record<string, (until: number) => Promise<void>> = {
  quiet: async () => {},
  'creates organizations, 4 at once': (until) => attack(until, 4, () => call('create', largest((made += 1)))),
  'lists, 10 at once': (until) => attack(until, 10, () => call('list')),
  'lists, 60 at once, hanging up after 150 ms': (until) => attack(until, 60, () => call('list', undefined, 150)),
}

try {
  let bound = Infinity
  for (const [name, run] of Object.entries(phases)) {
    const until = performance.now() + seconds * 1000
    const getSession = () => {
      return {
        method: 'GET',
        path: '/api/auth/get-session',
        headers: { cookie: cookies.other, 'x-forwarded-for': '10.1.0.1' },
      } as const
    }
    const [{ latencies }] = await Promise.all([
      load(server.url, 1, () => performance.now() > until, getSession, pause),
      run(until),
    ])
    const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0
    if (name === 'quiet') bound = Math.max(3 * at(0.99), 100)
    const [p50, p99, longest] = [at(0.5), at(0.99), latencies.at(-1) ?? 0].map((ms) => ms.toFixed(1))
    console.log(
      `| ${name} | ${latencies.length} | ${p50} | ${p99} | ${longest} | ${at(0.99) <= bound ? 'yes' : 'no'} |`,
    )
  }
  await setTimeout(10_000) // until the limits allow it again
  const { status, bytes } = await call('list')
  console.log(`list: ${status}, ${bytes} bytes`)
} finally {
  await server.stop()
}
