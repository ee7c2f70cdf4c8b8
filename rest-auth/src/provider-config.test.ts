import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { providerIds } from './provider-config.ts'
import { production as productionSettings } from './testing/start-test-app.ts'

const development = { AUTH_SECRET: 'x'.repeat(32) }
const production = { ...productionSettings, ...development }
const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' }
const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const apple = {
  APPLE_CLIENT_ID: 'com.example',
  APPLE_TEAM_ID: 'TEAM',
  APPLE_KEY_ID: 'KEY',
  APPLE_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
}

describe('in production', () => {
  it('rejects demo servers', () => {
    expect(() => loadConfig({ ...production, SOCIAL_DEMO_ORIGIN: 'http://127.0.0.1:1' })).toThrow(
      'SOCIAL_DEMO_ORIGIN: must not be set in production',
    )
  })
})

describe('in development', () => {
  it('replaces all other providers by demo providers', () => {
    const { providers } = loadConfig({ ...development, ...github, AUTH_URL: 'http://localhost:3100' })
    expect(Object.keys(providers).toSorted()).toEqual([...providerIds].toSorted())
    expect(providers.github).toEqual({ clientId: 'id', clientSecret: 'secret', demoOrigin: null })
    expect(providers.vk?.demoOrigin).toBe('http://localhost:3100/dev/providers')
  })

  it('replaces all of them by the server of SOCIAL_DEMO_ORIGIN, or none with "off"', () => {
    const elsewhere = loadConfig({ ...development, ...github, SOCIAL_DEMO_ORIGIN: 'http://127.0.0.1:9/' }).providers
    expect([elsewhere.github?.demoOrigin, elsewhere.vk?.demoOrigin]).toEqual([
      'http://127.0.0.1:9',
      'http://127.0.0.1:9',
    ])
    const off = loadConfig({ ...development, ...github, SOCIAL_DEMO_ORIGIN: 'off' }).providers
    expect(off).toEqual({ github: { clientId: 'id', clientSecret: 'secret', demoOrigin: null } })
  })
})

describe('Apple', () => {
  it('accepts a key instead of a secret', () => {
    expect(loadConfig({ ...production, ...apple }).providers.apple).toEqual({
      clientId: 'com.example',
      clientSecret: { teamId: 'TEAM', keyId: 'KEY', privateKey },
      demoOrigin: null,
    })
    const ready = loadConfig({ ...production, APPLE_CLIENT_ID: 'com.example', APPLE_CLIENT_SECRET: 'ready' }).providers
      .apple
    expect(ready?.clientSecret).toBe('ready')
  })
})

it('accepts a client key for TikTok', () => {
  const { providers } = loadConfig({ ...production, TIKTOK_CLIENT_KEY: 'key', TIKTOK_CLIENT_SECRET: 'secret' })
  expect(providers.tiktok?.clientId).toBe('key')
})

const halfConfigured = () =>
  loadConfig({
    ...production,
    PORT: 'none',
    GITHUB_CLIENT_ID: 'id',
    VK_CLIENT_SECRET: 'secret',
    ...apple,
    APPLE_PRIVATE_KEY: 'not a key',
    GITLAB_ISSUER: 'https://gitlab.example.com',
  })

it('rejects incomplete settings, and reports every problem', () => {
  expect(halfConfigured).toThrow(/PORT: must be a whole number/)
  expect(halfConfigured).toThrow(/GITHUB_CLIENT_SECRET: is missing, though GITHUB_CLIENT_ID is set/)
  expect(halfConfigured).toThrow(/VK_CLIENT_ID: is missing/)
  expect(halfConfigured).toThrow(/APPLE_PRIVATE_KEY: must be the text of the \.p8 file/)
  expect(() => loadConfig({ ...production, GITLAB_ISSUER: 'http://gitlab.internal' })).toThrow(
    /GITLAB_ISSUER: must be an https/,
  )
  expect(() => loadConfig({ ...production, MICROSOFT_TENANT_ID: '../evil' })).toThrow(/MICROSOFT_TENANT_ID/)
})
