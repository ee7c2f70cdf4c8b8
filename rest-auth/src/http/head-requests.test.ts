import { describe, expect, test } from 'vitest'
import { emailedLink } from '../testing/emailed-link.ts'
import { routesOf } from '../testing/routes.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const server = await startTestApp({ EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'true' })
const { app, browser, signUp } = server

const actions = [
  '/verify-email',
  '/delete-user/callback',
  '/callback/{id}',
  '/one-time-token/generate',
  '/passkey/generate-register-options',
  '/passkey/generate-authenticate-options',
]
const paths = (await routesOf(app)).filter(({ method }) => method === 'GET').map(({ path }) => path)

const send = async (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: received, body } = await app.inject({ method, url, headers })
  return { status: statusCode, length: received['content-length'], body }
}

describe('HEAD', () => {
  test.each([
    ...paths.filter((path) => !actions.includes(path)).map((path) => `/api/auth${path.replace(/\{\w+\}/, 'x')}`),
    '/live',
    '/ready',
  ])('responds to %s as GET does, without a body', async (url) => {
    const [get, head] = [await send('GET', url), await send('HEAD', url)]
    expect(head).toEqual({ ...get, body: '' })
    expect(head.status).not.toBe(405)
  })

  test.each(actions)('does nothing at %s', async (path) => {
    expect(paths).toContain(path)
    expect(await send('HEAD', `/api/auth${path.replace('{id}', 'github')}?token=x&code=x&state=x`)).toMatchObject({
      status: 200,
      body: '',
    })
  })

  test('uses up no emailed link', async () => {
    const user = await signUp()
    const { pathname, search } = await emailedLink(server, user.email)
    expect(await send('HEAD', pathname + search)).toMatchObject({ status: 200 })
    expect((await user.get('/get-session')).body).toMatchObject({ user: { emailVerified: false } })
    await browser().get(pathname.replace('/api/auth', '') + search)
    expect((await user.get('/get-session')).body).toMatchObject({ user: { emailVerified: true } })
  })

  test('does not exist where GET does not', async () => {
    for (const path of ['/sign-in/email', '/organization/create', '/nothing'])
      expect(await send('HEAD', `/api/auth${path}`)).toMatchObject({ status: 404 })
  })
})
