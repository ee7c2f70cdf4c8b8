import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

/** Ports on 127.0.0.1 of the balancer (`public`, with https) and of the instances. */
export interface Places {
  readonly balancer: Record<'public' | 'rest-auth' | 'gateway', number>
  /** Two of each service by name and number: `rest-auth-1` … */
  readonly instances: Record<string, number>
}

export interface Balancer {
  readonly process: ChildProcess
  /** The balancer's retries, which clients do not notice. */
  retries(): Promise<string>
}

const documents = resolve(import.meta.dirname, '../../docs/balancers')

const here = (port: number): string => `127.0.0.1:${port}`

/** Returns the programs that this machine lacks. */
export function missingPrograms(): string[] {
  return ['haproxy', 'nginx', 'openssl'].filter((name) => spawnSync('which', [name]).status !== 0)
}

/** Creates `tls.pem` (certificate and key), `tls.crt` and `tls.key` in a folder. */
export async function makeCertificate(folder: string): Promise<string> {
  const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.crt')]
  const what = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const made = spawnSync('openssl', [
    'req',
    ...what,
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  if (made.status !== 0) throw new Error(String(made.stderr))
  const texts = await Promise.all([certificate, key].map((file) => readFile(file, 'utf8')))
  await writeFile(join(folder, 'tls.pem'), texts.join(''))
  return texts[0] ?? ''
}

/** Runs HAProxy or nginx with the documented configuration, except for addresses and files. */
export async function startBalancer(
  name: 'haproxy' | 'nginx',
  { balancer, instances }: Places,
  folder: string,
): Promise<Balancer> {
  const places = Object.entries(instances).map(([instance, port]): [RegExp, string] => [
    new RegExp(`${instance}\\.internal:\\d+`),
    here(port),
  ])
  const inner: [RegExp, string][] = [
    [/(bind|listen) 10\.0\.0\.1:4001/, `$1 ${here(balancer['rest-auth'])}`],
    [/(bind|listen) 10\.0\.0\.1:4000/, `$1 ${here(balancer.gateway)}`],
  ]
  const file = join(folder, `${name}.conf`)
  const socket = join(folder, 'haproxy.sock')
  const log = join(folder, 'nginx-access.log')
  if (name === 'haproxy') {
    const own: [RegExp, string][] = [
      [/\/run\/haproxy\/admin\.sock/, socket],
      [/bind :443 ssl crt \S+/, `bind ${here(balancer.public)} ssl crt ${join(folder, 'tls.pem')}`],
    ]
    await writeFile(file, await rewritten('haproxy.cfg', [...places, ...inner, ...own]))
    const child = run('haproxy', ['-db', '-q', '-f', file])
    return { process: child, retries: async () => haproxyRetries(await ask(socket, 'show stat\n')) }
  }
  const own: [RegExp, string][] = [
    [/\/var\/log\/nginx\/access\.log/, log],
    [/listen 443 ssl/, `listen ${here(balancer.public)} ssl`],
    [/\/etc\/nginx\/example\.pem/, join(folder, 'tls.crt')],
    [/\/etc\/nginx\/example\.key/, join(folder, 'tls.key')],
  ]
  await writeFile(file, await rewritten('nginx.conf', [...places, ...inner, ...own]))
  await writeFile(log, '')
  const globals = `daemon off; pid ${join(folder, 'nginx.pid')};`
  const errors = join(folder, 'nginx-error.log')
  const child = run('nginx', ['-c', file, '-e', errors, '-g', globals])
  return { process: child, retries: async () => nginxRetries(await readFile(log, 'utf8')) }
}

/** Stops together with this process. */
function run(program: string, args: string[]): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore' })
  process.once('exit', () => child.kill())
  return child
}

export async function endBalancer({ process: child }: Balancer): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function rewritten(document: string, changes: [RegExp, string][]): Promise<string> {
  let result = await readFile(join(documents, document), 'utf8')
  for (const [pattern, replacement] of changes) {
    if (!pattern.test(result)) throw new Error(`${document} has no ${pattern.source}`)
    result = result.replace(pattern, replacement)
  }
  return result
}

async function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket)
  connection.write(command)
  return text(connection)
}

/** https://docs.haproxy.org/2.6/management.html#9.1 */
function haproxyRetries(csv: string): string {
  const [head = '', ...lines] = csv.replace(/^# /, '').trim().split('\n')
  const columns = head.split(',')
  const sum = (column: string): number =>
    lines
      .map((line) => line.split(','))
      .filter((fields) => fields[columns.indexOf('svname')] === 'BACKEND')
      .reduce((total, fields) => total + Number(fields[columns.indexOf(column)]), 0)
  return `${sum('wretr')} connections tried again, ${sum('wredis')} of them elsewhere; ${sum('eresp')} failed responses`
}

/** A retried request has several addresses in its log line. */
function nginxRetries(log: string): string {
  const again = log.split('\n').filter((line) => /\[[^\]]*, /.test(line))
  const refusedOnly = again.filter((line) => / \[(502, )+\d+\]$/.test(line))
  return `${again.length} requests tried elsewhere, ${refusedOnly.length} of them because nobody accepted the connection`
}
