import type { Context } from '../context.ts'
import { parseJson } from '../http/json-body.ts'
import { withoutMarks } from '../naming.ts'
import { ProviderError, type ProviderRequestInit } from './provider.ts'

/** In milliseconds. */
const conversationTimeout = 10_000
const maxResponseBytes = 512 * 1024

/** All requests of one sign-in. */
export interface Conversation {
  readonly now: Date
  readonly signal: AbortSignal
}

export const startConversation = ({ now }: Context): Conversation => ({
  now: now(),
  signal: AbortSignal.timeout(conversationTimeout),
})

/** Follows no redirects, which RFC 6749 does not need and which could reach internal hosts. */
export async function requestProvider(
  url: URL,
  init: ProviderRequestInit,
  signal: AbortSignal,
): Promise<{ type: string; body: Buffer }> {
  const where = url.origin + url.pathname
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', 'user-agent': 'rest-auth', ...init.headers },
      redirect: 'manual',
      signal,
    })
    const body = await readAll(response, where)
    if (!response.ok) {
      const reason = describeError(parseJson(body.toString('utf8')), init)
      throw new ProviderError(`${where} responded with ${response.status}${reason}`)
    }
    return { type: response.headers.get('content-type') ?? '', body }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    // Node puts the reason (refused, unknown host, certificate) into the cause.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new ProviderError(`${where}: ${cause instanceof Error ? cause.message : 'failed'}`)
  }
}

/** The provider's `error` and `error_description` (RFC 6749, section 5.2), for the log. */
export function describeError(response: unknown, { body, headers }: ProviderRequestInit): string {
  const { error, error_description: description, message }: Record<string, unknown> = Object(response)
  const details = typeof error === 'object' && error !== null ? Object.values(error) : [error]
  const said = [...details, description, message].filter((text) => typeof text === 'string').join(', ')
  // A provider may repeat what it was sent: codes, tokens, secrets.
  const sent = [...(body?.values() ?? []), ...Object.values(headers ?? {}).flatMap((value) => value.split(' '))]
  const secrets = sent.filter((value) => value.length > 7).flatMap((value) => [value, encodeURIComponent(value)])
  const shown = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), said)
  return shown && `: ${withoutMarks(shown).slice(0, 300)}`
}

async function readAll(response: Response, where: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxResponseBytes) throw new ProviderError(`${where} returned more than ${maxResponseBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export async function requestJson(url: URL, init: ProviderRequestInit, signal: AbortSignal): Promise<unknown> {
  const { body } = await requestProvider(url, init, signal)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new ProviderError(`${url.origin + url.pathname} did not return JSON`)
  }
}
