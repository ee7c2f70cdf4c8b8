import Fastify, { type FastifyInstance } from 'fastify'
import { atEnd } from 'service/testing/at-end.ts'
import { providerIds, type ProviderId } from '../provider-config.ts'
import { serveDemoProviders } from '../social/demo-providers.ts'
import type { Result, Browser } from './browser.ts'
import type { Clock } from './clock.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'

/** An app whose providers are the demo server of this test, on its own port. */
export interface SocialTestApp extends TestApp {
  /** The URL of the demo server. */
  readonly demoOrigin: string
}

export async function startSocialTestApp(
  environment: Record<string, string> = {},
  prepare?: (demo: FastifyInstance) => void,
): Promise<SocialTestApp> {
  const time: { clock?: Clock } = {}
  const demo = Fastify()
  prepare?.(demo)
  await demo.register(serveDemoProviders, { now: () => time.clock?.now() ?? new Date() })
  const demoOrigin = await demo.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => demo.close())
  const test = await startTestApp({ SOCIAL_DEMO_ORIGIN: demoOrigin, ...registered(), ...environment })
  time.clock = test.clock
  return { ...test, demoOrigin }
}

/** A client at every provider, as an operator registers them. */
const registered = (): Record<string, string> =>
  Object.fromEntries(
    providerIds.flatMap((id) => {
      const prefix = id.toUpperCase()
      return [
        [`${prefix}_CLIENT_ID`, clientIdOf(id)],
        [`${prefix}_CLIENT_SECRET`, 'client-secret'],
      ]
    }),
  )

export const clientIdOf = (id: ProviderId): string => `client-of-${id}`

/**
 * The actions on the provider's page. Without `person`, one with this name and email is invented.
 */
interface Choice {
  readonly decision?: 'allow' | 'refuse'
  readonly name?: string
  readonly email?: string
  readonly verified?: boolean
  readonly picture?: string
}

/**
 * Starts at `/sign-in/social` or `/link-social`, consents at the provider and returns, following
 * each redirect.
 */
export async function visitProvider(
  browser: Browser,
  id: ProviderId,
  choice: Choice = {},
  body: Record<string, unknown> = {},
  path = '/sign-in/social',
): Promise<Result> {
  const started = await browser.post(path, { provider: id, callbackURL: '/welcome', ...body })
  if (started.status !== 200) throw new Error(`${path} failed: ${started.text}`)
  return comeBack(browser, await consent(started.at('url'), choice))
}

/** The provider's request that returns the browser to us. */
export interface Return {
  /** Path below the base path. */
  readonly path: string
  readonly fields: Record<string, string>
  readonly method: 'GET' | 'POST'
}

/** Opens the authorization page, chooses, and returns the provider's redirect. */
export async function consent(authorizationUrl: string, choice: Choice = {}): Promise<Return> {
  const { decision = 'allow', name = 'Ada Lovelace', email, verified = true, picture } = choice
  const page = await fetch(authorizationUrl)
  if (page.status !== 200 || !(await page.text()).includes('(demo)')) throw new Error(`No page at ${authorizationUrl}`)
  const chosen = new URL(authorizationUrl)
  const fields = {
    person: 'somebody',
    decision,
    name,
    ...(email && { email }),
    ...(verified && { verified: 'true' }),
    ...(picture && { picture }),
  }
  for (const [key, value] of Object.entries(fields)) chosen.searchParams.set(key, value)
  const response = await fetch(chosen, { redirect: 'manual' })
  if (response.status === 302) return { ...pathAndFields(response.headers.get('location') ?? ''), method: 'GET' }
  return formOf(await response.text())
}

export function comeBack(browser: Browser, back: Return): Promise<Result> {
  if (back.method === 'GET') return browser.get(back.path, { query: back.fields })
  // The provider's page posts a form from another origin.
  const headers = { origin: 'https://appleid.apple.com', 'content-type': 'application/x-www-form-urlencoded' }
  return browser.post(back.path, undefined, { headers, payload: new URLSearchParams(back.fields).toString() })
}

function pathAndFields(location: string): Omit<Return, 'method'> {
  const url = new URL(location)
  return { path: url.pathname.replace('/api/auth', ''), fields: Object.fromEntries(url.searchParams) }
}

const attribute = (tag: string, name: string): string =>
  unescapeHtml(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

function formOf(html: string): Return {
  const inputs = [...html.matchAll(/<input [^>]+>/g)].map(([tag]) => [attribute(tag, 'name'), attribute(tag, 'value')])
  const action = attribute(/<form [^>]+>/.exec(html)?.[0] ?? '', 'action')
  return { path: pathAndFields(action).path, fields: Object.fromEntries(inputs), method: 'POST' }
}

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Signs id_tokens of tests that are created before the sign-in starts. */
export const knownNonce = 'the nonce that was sent'

/** Replaces the nonce of this authorization URL by `knownNonce`. Returns the state. */
export async function useKnownNonce({ ctx }: TestApp, authorizationUrl: string): Promise<string> {
  const { searchParams } = new URL(authorizationUrl)
  const state = searchParams.get('state') ?? ''
  await ctx.db.write`
    update "verification" set "value" = replace("value", ${searchParams.get('nonce') ?? 'none'}, ${knownNonce})
    where "identifier" = ${state}`
  return state
}
