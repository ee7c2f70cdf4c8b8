import { ProviderError, type ProviderRequestInit } from './provider.ts'

/** How long all requests of one sign-in may take together, in milliseconds. */
export const conversationTimeLimit = 10_000
const largestAnswer = 512 * 1024

/**
 * One request to a provider. Follows no redirect (RFC 6749 has none here, and an open one could reach our own network),
 * reads at most half a megabyte and gives up when `signal` aborts.
 * Throws a ProviderError unless the answer has a 2xx status.
 */
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
    if (!response.ok) {
      await response.body?.cancel()
      throw new ProviderError(`${where} answered ${response.status}`)
    }
    return { type: response.headers.get('content-type') ?? '', body: await readAll(response, where) }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    // Node hides the reason (refused, unknown host, certificate) in the cause.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new ProviderError(`${where}: ${cause instanceof Error ? cause.message : 'failed'}`)
  }
}

async function readAll(response: Response, where: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > largestAnswer) throw new ProviderError(`${where} answered more than ${largestAnswer} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export async function requestJson(url: URL, init: ProviderRequestInit, signal: AbortSignal): Promise<unknown> {
  const { body } = await requestProvider(url, init, signal)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new ProviderError(`${url.origin + url.pathname} did not answer JSON`)
  }
}
