import { fastify } from 'fastify'
import { expect } from 'vitest'
import { startShell } from './start-shell.ts'

interface From {
  /** The session cookie is the user's id. An email is proved unless the id begins with "unproved". */
  user?: string
  address?: string
  server?: number
}

/** Starts two shell servers with one registry, and a fake rest-auth. */
export async function startReports() {
  const upstream = fastify()
  const userOf = (cookie = '') => /session_token=(\w+)/.exec(cookie)?.[1]
  const restAuth = { asked: 0, notices: new Array<object>(), isMailDown: false }
  upstream.get('/api/auth/get-session', async ({ headers }) => {
    restAuth.asked += 1
    return { user: { id: userOf(headers.cookie) } }
  })
  upstream.get('/api/auth/address-to-prove', async ({ headers }) => ({
    isProved: !userOf(headers.cookie)?.startsWith('unproved'),
  }))
  upstream.post('/inner/remote-notices', async ({ body }, reply) => {
    if (restAuth.isMailDown) return reply.code(503).send({})
    restAuth.notices.push(Object(body))
    return {}
  })
  const origin = 'http://127.0.0.1:3000'
  const environment = {
    AUTH_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    REST_AUTH_URL: await upstream.listen({ port: 0, host: '127.0.0.1' }),
    GATEWAY_URL: 'http://127.0.0.1:1',
    OPERATOR_TOKEN: 'o'.repeat(32),
  }
  const shell = await startShell(environment)
  const other = await startShell(environment, { besides: shell, ownFolder: true })
  const urls = await Promise.all([shell, other].map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
  return {
    shell,
    other,
    urls,
    restAuth,
    operator: { authorization: `Bearer ${environment.OPERATOR_TOKEN}` },
    /** Sends what a page would send. */
    report: async (body: object, { user, address = '192.0.2.1', server = 0 }: From = {}): Promise<void> => {
      const headers = {
        origin,
        'x-forwarded-for': address,
        ...(user && { cookie: `better-auth.session_token=${user}` }),
      }
      const url = `${urls[server]}/remotes/failures`
      const { status } = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers })
      expect(status).toBe(204)
    },
    stop: async () => {
      await other.stop()
      await shell.stop()
      await upstream.close()
    },
  }
}
