import { type RunningProduct, startProduct } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

test.describe('with rate limits, behind a load balancer', () => {
  let product: RunningProduct
  test.beforeAll(async () => {
    product = await startProduct({
      RATE_LIMIT_ENABLED: 'true',
      // The usual number, with a period longer than the slowest machine needs for them.
      AUTH_RATE_LIMITS: 'sign-in=3/600',
      TRUSTED_PROXIES: '127.0.0.0/8',
    })
  })
  test.afterAll(() => product.stop())

  let people = 0
  /** Fails to sign in as another user each time. `address` is what the load balancer forwards. */
  const signIn = async (address: string, claimed = '') => {
    const response = await fetch(`${product.address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': claimed + address },
      body: JSON.stringify({ email: `nobody-${(people += 1)}@example.com`, password: 'wrong password' }),
    })
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  }

  test('tells two people apart, and ignores forged IP addresses', async () => {
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await signIn('203.0.113.1')).status).toBe(401)
      expect((await signIn('203.0.113.2')).status).toBe(401)
    }
    const refused = await signIn('203.0.113.1')
    expect(refused.status).toBe(429)
    expect(Number(refused.retryAfter)).toBeGreaterThan(0)
    expect((await signIn('203.0.113.2', '198.51.100.7, ')).status).toBe(429)
    expect((await signIn('203.0.113.3')).status).toBe(401)
  })
})
