import type { BrowserContext, Request } from '@playwright/test'

/** On a busy machine, this warning comes too early. page-weight.spec.ts checks preloads instead. */
const slowPreloadWarning = /was preloaded using link preload but not used within a few seconds/

/** Collects warnings, errors and uncaught exceptions of all pages. The result returns them. */
export function collectComplaints(context: BrowserContext): () => string[] {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (/error|warning/.test(message.type()) && !slowPreloadWarning.test(message.text())) {
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    }
  })
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`))
  const signedOut = findSignedOut(context)
  return () => {
    const remaining = [...complaints]
    for (const url of signedOut) {
      const index = remaining.findIndex((text) => text.includes('status of 401') && text.endsWith(`(${url})`))
      if (index >= 0) remaining.splice(index, 1)
    }
    return remaining
  }
}

/**
 * Collects the URL of each read of rest-auth that got 401 because it and a sign-out were running at
 * the same time: pages do not wait for their reads, so the session may end before. Changes do not
 * overlap, because people wait for them.
 */
function findSignedOut(context: BrowserContext): string[] {
  const urls: string[] = []
  const unanswered = new Set<Request>()
  const overlapping = new WeakSet<Request>()
  context.on('request', (request) => {
    unanswered.add(request)
    if ([...unanswered].some(isSignOut)) for (const one of unanswered) overlapping.add(one)
  })
  context.on('requestfailed', (request) => unanswered.delete(request))
  context.on('response', (response) => {
    const request = response.request()
    unanswered.delete(request)
    if (response.status() === 401 && isRead(request) && overlapping.has(request)) urls.push(request.url())
  })
  return urls
}

function isSignOut(request: Request): boolean {
  return new URL(request.url()).pathname === '/api/auth/sign-out'
}

function isRead(request: Request): boolean {
  return request.method() === 'GET' && new URL(request.url()).pathname.startsWith('/api/auth/')
}
