// Checks that a flood of sign-ins leaves at most 250 MB in rest-auth's memory (Linux only, from
// /proc).
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { origin, startLimitedRestAuth } from '../limited-rest-auth.ts'

const signIns = Number(process.env['SIGN_INS'] ?? 2000)
const connections = 64
const maxMegabytes = 250
const password = 'correct horse battery'

const server = await startLimitedRestAuth()
const agent = new Agent({ keepAlive: true, maxSockets: connections })

let turn = 0
/** Uses another IP address each time. Returns the status. */
function post(path: string, body: object): Promise<number> {
  turn += 1
  const address = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
  const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': address }
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/api/auth${path}`, { method: 'POST', headers, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

let refused = 0
/** Retries while the server is busy. */
async function postUntilAccepted(path: string, body: object): Promise<void> {
  for (;;) {
    const status = await post(path, body)
    if (status === 200) return
    if (status !== 503) throw new Error(`${path} responded with ${status}`)
    refused += 1
    await setTimeout(500)
  }
}

/** Current and peak resident memory in MB. */
async function memory(): Promise<{ now: number; most: number }> {
  const text = await readFile(`/proc/${server.pid}/status`, 'utf8')
  const of = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1]) / 1024)
  return { now: of('VmRSS'), most: of('VmHWM') }
}

try {
  console.log(`started: ${(await memory()).now} MB`)
  const emails = Array.from({ length: connections }, (_, n) => `u${n}@example.com`)
  for (const email of emails) await postUntilAccepted('/sign-up/email', { name: 'Ann', email, password })
  let left = signIns
  await Promise.all(
    emails.map(async (email) => {
      while (left > 0) {
        left -= 1
        await postUntilAccepted('/sign-in/email', { email, password })
      }
    }),
  )
  const { now, most } = await memory()
  console.log(`${signIns} sign-ins on ${connections} connections, busy ${refused} times: ${now} MB, peak ${most} MB`)
  await setTimeout(35_000)
  const after = (await memory()).now
  console.log(`35 s later: ${after} MB, ${after <= maxMegabytes ? 'within' : 'more than'} ${maxMegabytes} MB`)
  process.exitCode = after <= maxMegabytes ? 0 : 1
} finally {
  agent.destroy()
  await server.stop()
}
