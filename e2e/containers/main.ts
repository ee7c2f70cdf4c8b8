// `npm run test:containers`, as root on Debian: plays the Containerfile and the steps of
// deploy/compose.yaml without a container engine, with Debian's PostgreSQL and HAProxy, from
// nothing to the first sign-up.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'yaml'
import { z } from 'zod'
import { buildImage, enter, finished } from './image.ts'

const root = resolve(import.meta.dirname, '../..')
const address = 'http://localhost:8080'
const maxWait = 120_000

const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
})
const compose = z
  .object({
    services: z.record(z.string(), service),
    configs: z.object({
      'registry-role': z.object({ content: z.string() }),
      balancer: z.object({ content: z.string() }),
    }),
  })
  .parse(parse(await readFile(join(root, 'deploy/compose.yaml'), 'utf8'), { merge: true }))

const missing = ['mmdebstrap', 'unshare', 'setpriv', 'haproxy', 'pg_ctlcluster'].filter(
  (name) => spawnSync('which', [name]).status !== 0,
)
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.error(
    `This needs root and ${missing.join(', ') || 'nothing else'}: apt-get install mmdebstrap haproxy postgresql`,
  )
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'containers-'))
await mkdir(join(folder, 'secrets'))
for (const name of ['auth-secret', 'operator-token'])
  await writeFile(join(folder, 'secrets', name), randomBytes(32).toString('base64'))
const children: ChildProcess[] = []
const emails: string[] = []
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')))

console.log('Building the image')
const image = await buildImage(folder)
await writeFile(
  join(image.folder, 'etc/hosts'),
  ['localhost', ...Object.keys(compose.services)].map((name) => `127.0.0.1 ${name}\n`).join(''),
)
const started = performance.now()
await startPostgres()
startMailSink()
await finished(start('migrate'))
for (const name of ['rest-auth', 'gateway', 'shell']) {
  start(name)
  await untilHealthy(name)
  console.log(`  ${name} is healthy after ${seconds()} s`)
}
await finished(start('publish'))
await startBalancer()
const page = await until(async () => {
  const response = await fetch(address)
  return response.ok ? response.text() : null
})
console.log(`  the first page after ${seconds()} s, ${page.length} bytes`)
const signedUp = await fetch(`${address}/api/auth/sign-up/email`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', origin: address },
  body: JSON.stringify({ name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' }),
})
if (!signedUp.ok) throw new Error(`The sign-up failed with ${signedUp.status}: ${await signedUp.text()}`)
await until(async () => (emails.some((each) => each.includes('ann@example.com')) ? true : null))
console.log(`  signed up, and got an email, after ${seconds()} s`)
for (const child of children.toReversed()) {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}
await rm(folder, { recursive: true })
process.exit(0)

/** Starts a service of compose.yaml in the image. */
function start(name: string) {
  const { command, entrypoint, environment, secrets, volumes } = serviceOf(name)
  spawnSync('install', ['--directory', '--owner=1000', '--group=1000', join(folder, name)])
  const child = enter(
    image,
    [...(entrypoint ?? image.entrypoint), ...(command ?? (entrypoint ? [] : image.command))].map(withoutEscapes),
    {
      user: '1000:1000',
      env: environment,
      isReadOnly: true,
      files: Object.fromEntries(secrets.map((each) => [`/run/secrets/${each}`, join(folder, 'secrets', each)])),
      ...(volumes.length > 0 && { data: join(folder, name) }),
    },
  )
  children.push(child)
  return child
}

function serviceOf(name: string): z.infer<typeof service> {
  const found = compose.services[name]
  if (!found) throw new Error(`compose.yaml has no ${name}`)
  return found
}

/** https://github.com/compose-spec/compose-spec/blob/main/12-interpolation.md */
function withoutEscapes(text: string): string {
  return text.replaceAll('$$', () => '$')
}

async function untilHealthy(name: string): Promise<void> {
  const [, ...test] = serviceOf(name).healthcheck?.test ?? []
  await until(async () => ((await once(enter(image, test, { user: '1000:1000' }), 'exit'))[0] === 0 ? true : null))
}

async function startPostgres(): Promise<void> {
  const [bin = ''] = globSync('/usr/lib/postgresql/*/bin')
  const data = join(folder, 'postgres')
  const { POSTGRES_USER = '', POSTGRES_PASSWORD = '' } = serviceOf('postgres').environment
  const password = join(folder, 'password')
  await writeFile(password, POSTGRES_PASSWORD)
  await mkdir(data)
  spawnSync('chown', ['-R', 'postgres', folder, data, password])
  const init = asPostgres(join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    POSTGRES_USER,
    '--pwfile',
    password,
    '-A',
    'scram-sha-256',
  ])
  await finishedProgram(init)
  children.push(asPostgres(join(bin, 'postgres'), ['-D', data, '-k', '', '-p', '5432']))
  const url = `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@127.0.0.1:5432`
  const psql = (database: string, sql: string) =>
    spawnSync('psql', [`${url}/${database}`, '-v', 'ON_ERROR_STOP=1', '-c', sql])
  await until(async () => (psql('postgres', `create database ${POSTGRES_USER}`).status === 0 ? true : null))
  const made = psql(POSTGRES_USER, compose.configs['registry-role'].content)
  if (made.status !== 0) throw new Error(String(made.stderr))
}

function asPostgres(program: string, args: string[]): ChildProcess {
  const identity = ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups']
  return spawn('setpriv', [...identity, program, ...args], { stdio: 'ignore' })
}

async function finishedProgram(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} exited with ${code}`)
}

/** RFC 5321, as far as a polite client needs it. */
function startMailSink(): void {
  createServer((socket) => {
    let email: string | null = null
    socket.write('220 mail\r\n')
    socket.on('error', () => {})
    socket.on('data', (data) => {
      for (const line of String(data).split('\r\n').slice(0, -1)) {
        if (email === null) {
          if (line === 'DATA') email = ''
          socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
        } else if (line === '.') {
          emails.push(email)
          email = null
          socket.write('250 ok\r\n')
        } else email += `${line}\n`
      }
    })
  })
    .listen(1025, '127.0.0.1')
    .unref()
}

async function startBalancer(): Promise<void> {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, compose.configs.balancer.content.replace(' shell:3000', ' 127.0.0.1:3000'))
  children.push(spawn('haproxy', ['-db', '-f', file], { stdio: 'inherit' }))
}

function seconds(): string {
  return ((performance.now() - started) / 1000).toFixed(1)
}

async function until<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (const end = performance.now() + maxWait; performance.now() < end; await delay(300)) {
    const result = await attempt().catch(() => null)
    if (result !== null) return result
  }
  throw new Error(`Nothing after ${maxWait / 1000} s. The files are in ${folder}`)
}
