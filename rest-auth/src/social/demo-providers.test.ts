import { demoTable } from 'demo-providers/table.ts'
import { describe, expect, it } from 'vitest'
import { providerIds } from '../provider-config.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const test = await startTestApp()

/** Providers that never verify emails. */
const unproven = ['facebook', 'spotify', 'kick', 'tiktok', 'reddit', 'roblox', 'vk']

describe('without any configuration', () => {
  it('offers all 18, marked as demos', async () => {
    const { body } = await test.browser().get('/social-providers')
    expect(body).toEqual(
      providerIds.map((id) => ({ id, name: demoTable[id].name, demo: true, linkable: !unproven.includes(id) })),
    )
  })

  it.each(providerIds)('serves the page of %s under /dev/providers of the public origin', async (provider) => {
    const started = await test.browser().post('/sign-in/social', { provider })
    const url = new URL(started.at('url'))
    expect(url.href).toMatch(/^http:\/\/localhost:3000\/dev\/providers\//)
    const page = await test.app.inject(url.pathname + url.search)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain(`This is not ${demoTable[provider].name}`)
  })
})

describe('in production', async () => {
  const real = await startTestApp({
    NODE_ENV: 'production',
    AUTH_URL: 'https://accounts.example.com',
    DATABASE_URL: 'postgres://localhost/unused',
    MAIL_URL: 'smtp://localhost',
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
  })

  it('has no demo server, and redirects to the real hosts', async () => {
    const browser = real.browser()
    expect((await browser.get('/social-providers')).body).toEqual([
      { id: 'github', name: 'GitHub', demo: false, linkable: true },
    ])
    expect((await browser.post('/sign-in/social', { provider: 'github' })).at('url')).toMatch(
      /^https:\/\/github\.com\/login\/oauth\/authorize\?/,
    )
    expect(await browser.post('/sign-in/social', { provider: 'google' })).toMatchObject({
      status: 404,
      body: { code: 'PROVIDER_NOT_FOUND', message: 'Provider not found' },
    })
    expect((await real.app.inject('/dev/providers/gitlab.com/oauth/authorize')).statusCode).toBe(404)
  })
})
