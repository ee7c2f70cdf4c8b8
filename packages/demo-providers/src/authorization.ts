import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { pack } from './grant.ts'
import { authorizationPage, formPostPage } from './page.ts'
import { choosePerson, type DemoPerson } from './people.ts'
import type { DemoSite } from './provider.ts'

const codeLifetime = 600_000

/** Shows the page of the authorization endpoint, or redirects with the decision made there. */
export async function demoAuthorization(
  site: DemoSite,
  query: Record<string, string>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const problem = findProblem(site, query)
  if (problem) return reply.code(400).type('text/plain').send(`${site.provider.name} (demo): ${problem}\n`)
  const { redirect_uri: redirectUri = '', state = '', decision } = query
  if (decision !== 'allow' && decision !== 'refuse') {
    return reply.type('text/html').send(authorizationPage(site.provider, query, scopesOf(query)))
  }
  const person = choosePerson(query)
  const fields =
    decision === 'refuse'
      ? { error: site.provider.refusal ?? 'access_denied', error_description: 'The user refused & left', state }
      : { code: issueCode(site, query, person), state, ...site.provider.codeFields?.(person) }
  if (site.provider.formPost) return reply.type('text/html').send(formPostPage(redirectUri, fields))
  const target = new URL(redirectUri)
  for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value)
  return reply.redirect(target.href)
}

function findProblem(site: DemoSite, query: Record<string, string>): string | null {
  const { clientIdField = 'client_id', formPost } = site.provider
  if (query['response_type'] !== 'code') return 'response_type must be "code"'
  if (!query[clientIdField]) return `${clientIdField} is missing`
  if (!query['state']) return 'state is missing'
  if (!URL.canParse(query['redirect_uri'] ?? '')) return 'redirect_uri is missing or not a URL'
  if ('client_secret' in query) return 'the client secret must never be in a URL'
  if (query['code_challenge'] !== undefined && query['code_challenge_method'] !== 'S256')
    return 'code_challenge_method must be S256'
  if (formPost && query['response_mode'] !== 'form_post')
    return 'response_mode must be "form_post" if a scope is requested'
  return null
}

const scopesOf = (query: Record<string, string>): string[] => (query['scope'] ?? '').split(/[ ,]/).filter(Boolean)

function issueCode(site: DemoSite, query: Record<string, string>, person: DemoPerson): string {
  const scopes = scopesOf(query)
  return pack({
    kind: 'code',
    provider: site.id,
    clientId: query[site.provider.clientIdField ?? 'client_id'] ?? '',
    redirectUri: query['redirect_uri'] ?? '',
    challenge: query['code_challenge'] ?? null,
    nonce: query['nonce'] ?? null,
    scopes,
    offline: site.provider.isOffline?.(query, scopes) ?? true,
    person,
    serial: randomUUID(),
    expiresAt: site.now().getTime() + codeLifetime,
  })
}
