import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findFreePort } from 'database/free-port.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from './settings.ts'

/** From https://fetch.spec.whatwg.org/#port-blocking, without 0, which means any free port here. */
const badPorts = [
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]

const isRoot = process.getuid?.() === 0
const firstOpen = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'))

test.for(badPorts.filter((port) => isRoot || port >= firstOpen))('refuses port %i, as browsers do', async (port) => {
  await expect(readSettings({ PORT: String(port) })).rejects.toThrow(
    new RegExp(
      `^(Browsers refuse to open port ${port}\\. Choose another: PORT=3000 npm start|Port ${port} is in use\\..*)$`,
    ),
  )
})

const number = (name: string, value: string) => `${name} must be a number from 0 to 65535, not "${value}".`
test.for([
  ...['abc', '-1', '65536', '3000.5', '0x10', '1e3', 'Infinity', ' '].map(
    (value) => [{ PORT: value }, number('PORT', value)] as const,
  ),
  [{ METRICS_PORT: 'abc' }, number('METRICS_PORT', 'abc')],
  [{ METRICS_PORT: '65534' }, 'METRICS_PORT=65534 also takes the two ports after it'],
  [{ PORT: '11002', METRICS_PORT: '11000' }, 'METRICS_PORT=11000 also takes the two ports after it'],
  [{ AUTH_URL: 'https://accounts.example.com:6000' }, 'AUTH_URL: browsers refuse to open port 6000. Choose another.'],
  [{ HOST: 'nowhere.invalid' }, 'Change HOST or PORT.'],
  [{ HOST: '192.0.2.1' }, 'Change HOST or PORT.'],
] as const)('explains %j in one sentence', async ([settings, message]) => {
  const free = String(await findFreePort())
  await expect(readSettings({ PORT: free, ...settings })).rejects.toThrow(message)
})

test('accepts any free port, one with spaces around, and the metrics of three services', async () => {
  expect((await readSettings({ PORT: '0' })).port).toBeGreaterThan(1023)
  const free = await findFreePort()
  expect(await readSettings({ PORT: ` ${free} ` })).toMatchObject({ port: free, authUrl: `http://localhost:${free}` })
  expect(await readSettings({ PORT: String(free), METRICS_PORT: '0' })).toMatchObject({ port: free })
  expect(await readSettings({ PORT: String(free), METRICS_PORT: String(free + 1) })).toMatchObject({ port: free })
})

test.for(['PORT', 'METRICS_PORT'])('names a %s that is in use, and another', async (name) => {
  const holder = createServer().listen(await findFreePort(), '127.0.0.1')
  onTestFinished(() => void holder.close())
  await once(holder, 'listening')
  const { port } = Object(holder.address())
  await expect(readSettings({ PORT: '0', [name]: String(port) })).rejects.toThrow(
    `Port ${port} is in use. Stop the program that uses it, or choose another: ${name}=${port + 10} npm start`,
  )
})

test.runIf(firstOpen > 80 && isRoot)('names a port that is for root only (needs root)', async () => {
  const script = `import { readSettings } from '${join(import.meta.dirname, 'settings.ts')}'
process.setgid(65534)
process.setuid(65534)
await readSettings({ PORT: '81' }).catch(({ message }) => console.log(message))`
  const output = await new Promise((done) =>
    execFile(process.execPath, ['--input-type=module', '--eval', script], (_error, out, err) => done(out + err)),
  )
  expect(output).toBe('This user may not listen on port 81. Choose a port above 1023: PORT=4100 npm start\n')
})
