import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { oneLine } from './answers.ts'
import type { Call } from './command.ts'
import { Fault, wrongUsage } from './fault.ts'

export interface RegistryClient {
  readonly origin: string
  /** Asks for `path` and reads the answer by `schema`. @throws Fault with what to do */
  get<T>(path: string, schema: z.ZodType<T>): Promise<T>
  /** @throws Fault with what to do */
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown, schema: z.ZodType<T>): Promise<T>
}

const patience = 60_000

const raise = 'Raise "version" in package.json (npm version patch --no-git-tag-version), then publish again.'
/** What to do about a refusal, where the registry's own words do not say it. */
const advice: Record<string, string> = { VERSION_EXISTS: raise, VERSION_WITHDRAWN: raise }

/**
 * The product that the command talks to. A token goes to https only, or to this machine.
 * @throws Fault
 */
export async function connect({
  options,
  environment,
  folder,
}: Pick<Call, 'options' | 'environment' | 'folder'>): Promise<RegistryClient> {
  const { origin, protocol, hostname } = readAddress(options.to ?? 'http://localhost:3000')
  const isOwnMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const given = environment['REMOTE_TOKEN']?.trim()
  // Else the token would stand in the error of whoever sends the header.
  if (given && !/^[\x21-\x7e]+$/.test(given))
    throw new Fault(
      'BAD_TOKEN',
      'REMOTE_TOKEN holds no token: there are spaces or other characters in it. Copy it anew.',
    )
  if (given && protocol === 'http:' && !isOwnMachine)
    throw new Fault(
      'TOKEN_NOT_SENT',
      `The token is not sent to ${origin}, where anybody on the way could read it. Use https: --to https://…`,
    )
  // The operator's token never leaves the machine.
  return clientOf(origin, given || (isOwnMachine ? await findOperatorToken(environment, folder) : undefined))
}

export function clientOf(origin: string, token: string | undefined): RegistryClient {
  const ask = async <T>(method: string, path: string, body: unknown, schema: z.ZodType<T>): Promise<T> => {
    const headers = new Headers({ accept: 'application/json' })
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const content = body === undefined ? null : JSON.stringify(body)
    const signal = AbortSignal.timeout(patience)
    const response = await fetch(origin + path, { method, headers, body: content, signal, redirect: 'manual' }).catch(
      (error: unknown) => Promise.reject(notReached(origin, error)),
    )
    const answer = readJson(await response.text().catch((error: unknown) => Promise.reject(notReached(origin, error))))
    if (!response.ok) throw refused(origin, response, answer, token)
    const { data, error } = schema.safeParse(answer)
    if (error) throw notUnderstood(origin, z.prettifyError(error))
    return data
  }
  return {
    origin,
    get: (path, schema) => ask('GET', path, undefined, schema),
    send: ask,
  }
}

function readAddress(to: string): URL {
  const url = URL.canParse(to) ? new URL(to) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw wrongUsage(`--to must be the address of a product, such as https://accounts.example.com, not "${to}".`)
  return url
}

async function findOperatorToken(environment: NodeJS.ProcessEnv, folder: string): Promise<string | undefined> {
  const file = join(environment['DATA_DIR'] || join(folder, '.data'), 'operator-token')
  const content = await readFile(file, 'utf8').catch(() => '')
  return content.trim() || undefined
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function notReached(origin: string, error: unknown): Fault {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  return new Fault(
    'NOT_REACHED',
    `${origin} does not answer (${reason}). Is the product running there ("npm start")? Another one is named by --to URL.`,
  )
}

const notUnderstood = (origin: string, what: string): Fault =>
  new Fault(
    'NOT_UNDERSTOOD',
    `${origin} does not answer as this command knows it: ${what}\nIt may run another release: take the kit that it hands out (${origin}/sdk/).`,
  )

const refusalSchema = z.looseObject({ code: z.string(), message: z.string() })

function refused(origin: string, { status, headers }: Response, answer: unknown, token: string | undefined): Fault {
  const location = headers.get('location')
  if (location)
    return new Fault(
      'REDIRECTED',
      `${origin} sends on to ${location}. Name that one: --to ${new URL(location, origin).origin}`,
    )
  const { data } = refusalSchema.safeParse(answer)
  if (!data) return notUnderstood(origin, `HTTP ${status} without a reason.`)
  const { code, message, ...details } = data
  // The registry names the command as it is called in the product's own repository.
  const words = oneLine(message).replaceAll('npm run remote -- ', 'remote ')
  const context = status === 401 && token ? `${origin} does not take this token (REMOTE_TOKEN): ` : ''
  return new Fault(code, [context + words, advice[code]].filter(Boolean).join('\n'), details)
}
