import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { toOneLine } from './format.ts'
import type { Call, RegistryClient } from './command.ts'
import { CommandError, wrongUsage } from './command-error.ts'
import { findNamedProduct, type NamedProduct } from './named-product.ts'
import { findRunningProducts } from './running-products.ts'

const timeoutMs = 60_000

export const raise = 'Raise "version" in package.json (npm version patch --no-git-tag-version), then publish again.'
// Additions to messages of the registry.
const advice: Record<string, string> = { VERSION_EXISTS: raise, VERSION_UNPUBLISHED: raise }

const ownToken =
  "REMOTE_TOKEN is set, so it was used instead of this machine's operator token. To act as the operator, run: unset REMOTE_TOKEN"

/** Sends tokens only over https or to this machine. @throws CommandError */
export async function connect(call: Call): Promise<RegistryClient> {
  const { environment, folder } = call
  const running = await findRunningProducts(environment)
  const [only, ...others] = running
  const found = only && others.length === 0 ? only.origin : 'http://localhost:3000'
  const named = await findNamedProduct(call)
  const { origin, protocol, hostname } = readAddress(named ?? { place: '--to', address: found })
  const isOwnMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const given = environment['REMOTE_TOKEN']?.trim()
  // Otherwise the error about the invalid header would contain the token.
  if (given && !/^[\x21-\x7e]+$/.test(given))
    throw new CommandError(
      'BAD_TOKEN',
      'REMOTE_TOKEN is not a token: it contains spaces or other invalid characters. Copy it again.',
    )
  if (given && protocol === 'http:' && !isOwnMachine)
    throw new CommandError(
      'TOKEN_NOT_SENT',
      `The token was not sent to ${origin}, because others could read it on the way. Use https: --to https://…`,
    )
  // The operator's token never leaves this machine.
  const data = running.find((product) => product.origin === origin)?.dataDir ?? join(folder, '.data')
  const operatorToken = isOwnMachine ? await readOperatorToken(environment['DATA_DIR'] || data) : undefined
  return clientOf(origin, given || operatorToken, given && operatorToken ? ownToken : undefined)
}

/** `onRejected` is added to the message if the token does not suffice. */
export function clientOf(origin: string, token: string | undefined, onRejected?: string): RegistryClient {
  const call = async <T>(method: string, path: string, body: unknown, schema: z.ZodType<T>): Promise<T> => {
    const headers = new Headers({ accept: 'application/json' })
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const content = body === undefined ? null : JSON.stringify(body)
    const signal = AbortSignal.timeout(timeoutMs)
    const { response, text } = await fetch(origin + path, {
      method,
      headers,
      body: content,
      signal,
      redirect: 'manual',
    })
      .then(async (received) => ({ response: received, text: await received.text() }))
      .catch((error: unknown) => Promise.reject(notReached(origin, error)))
    const result = readJson(text)
    if (!response.ok) throw refused(origin, response, result, token, onRejected)
    const { data, error } = schema.safeParse(result)
    if (error) throw notUnderstood(origin, z.prettifyError(error))
    return data
  }
  return {
    origin,
    token,
    get: (path, schema) => call('GET', path, undefined, schema),
    send: call,
  }
}

export const errorPage = (origin: string, code: string): string => `${origin}/sdk/docs/errors/${code}`

function readAddress({ place, address }: NamedProduct): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw wrongUsage(`${place} must be the URL of a product, such as https://accounts.example.com, not "${address}".`)
  return url
}

async function readOperatorToken(dataDir: string): Promise<string | undefined> {
  const content = await readFile(join(dataDir, 'operator-token'), 'utf8').catch(() => '')
  return content.trim() || undefined
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function notReached(origin: string, error: unknown): CommandError {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new CommandError(
      'NOT_REACHED',
      `${origin} did not respond within ${timeoutMs / 1000} seconds. It may be busy. See with "remote log" what it did, then run the command again.`,
    )
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  return new CommandError(
    'NOT_REACHED',
    `${origin} does not respond (${reason}). Start the product ("npm start"), or name another one: --to URL, PRODUCT, or "product" in package.json.`,
  )
}

const notUnderstood = (origin: string, what: string): CommandError =>
  new CommandError(
    'NOT_UNDERSTOOD',
    `${origin} sent an unexpected response: ${what}\nIt may run another release. Install its kit (${origin}/sdk/).`,
  )

const refusalSchema = z.looseObject({ code: z.string(), message: z.string() })

function refused(
  origin: string,
  { status, headers }: Response,
  result: unknown,
  token: string | undefined,
  onRejected: string | undefined,
): CommandError {
  const location = headers.get('location')
  if (location)
    return new CommandError(
      'REDIRECTED',
      `${origin} redirects to ${location}. Use that one: --to ${new URL(location, origin).origin}`,
    )
  const { data } = refusalSchema.safeParse(result)
  if (!data && status >= 502 && status <= 504)
    return new CommandError(
      'NOT_REACHED',
      `A proxy at ${origin} returned HTTP ${status}: it reaches no shell server. Check /ready of the shell servers.`,
    )
  if (!data && status === 413)
    return new CommandError('BODY_TOO_LARGE', `A proxy at ${origin} rejects bodies of this size. Allow it 48 MB.`)
  if (!data) return notUnderstood(origin, `HTTP ${status} without an error code.`)
  const { code, message, ...details } = data
  // The registry's messages name the command as in the product's repository.
  const words = toOneLine(message).replaceAll('npm run remote -- ', 'remote ')
  const context = status === 401 && token ? `${origin} rejects this token (REMOTE_TOKEN): ` : ''
  const hint = status === 401 || status === 403 ? onRejected : undefined
  const more = `More: ${errorPage(origin, code)}`
  return new CommandError(code, [context + words, advice[code], hint, more].filter(Boolean).join('\n'), details)
}
