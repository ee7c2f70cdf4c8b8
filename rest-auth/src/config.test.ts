import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from './config.ts'
import { production as productionSettings } from './testing/start-test-app.ts'

const secret = 'a secret that only the tests know of'
const production = { ...productionSettings, AUTH_SECRET: secret }
const findProblems = (environment: Record<string, string>) => {
  try {
    loadConfig({ AUTH_SECRET: secret, ...environment })
    return ''
  } catch (error) {
    return String(error)
  }
}

test('has different defaults in production', () => {
  expect(loadConfig({ AUTH_SECRET: secret })).toMatchObject({ production: false, rateLimitEnabled: false })
  expect(loadConfig(production)).toMatchObject({ production: true, rateLimitEnabled: true })
  expect(loadConfig({ ...production, RATE_LIMIT_ENABLED: 'false' }).rateLimitEnabled).toBe(false)
})

test.each([
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET'],
  [{ AUTH_SECRET: `${secret},short` }, 'AUTH_SECRET'],
  [{ PASSWORD_MIN_LENGTH: '200' }, 'PASSWORD_MIN_LENGTH'],
  [{ TRUSTED_ORIGINS: 'https://app.example.com,*' }, `TRUSTED_ORIGINS: "*" would trust other people's hosts`],
  [{ SESSION_ABSOLUTE_LIFETIME: '86400' }, 'SESSION_ABSOLUTE_LIFETIME: is shorter than SESSION_EXPIRES_IN'],
  [{ COOKIE_HOST_PREFIX: 'true' }, 'COOKIE_HOST_PREFIX: needs an https:// AUTH_URL'],
  [{ USERNAME_MIN_LENGTH: '31' }, 'USERNAME_MIN_LENGTH'],
  [{ INVITATION_EXPIRES_IN: '9007199254740991' }, 'INVITATION_EXPIRES_IN: must be a whole number from 1 to 1000000000'],
  [{ ORGANIZATION_LIMIT: '9007199254740991' }, 'ORGANIZATION_LIMIT: must be a whole number from 1 to 1000000000'],
  [
    { AUTH_RATE_LIMITS: 'sign-in' },
    'AUTH_RATE_LIMITS: "sign-in" is not a limit such as sign-in=3/10 (name=number/seconds)',
  ],
  [{ AUTH_RATE_LIMITS: 'signin=3/10' }, 'AUTH_RATE_LIMITS: unknown limit "signin"; the limits are sign-in, '],
  [{ AUTH_RATE_LIMITS: 'constructor=3/10' }, 'AUTH_RATE_LIMITS: unknown limit "constructor"'],
  [{ AUTH_RATE_LIMITS: 'sign-in=0/10' }, 'AUTH_RATE_LIMITS: "sign-in=0/10" must allow at least one request'],
  [{ AUTH_RATE_LIMITS: 'sign-in=9/3601' }, 'AUTH_RATE_LIMITS: "sign-in=9/3601": the window must be 1 to 3600 seconds'],
  [{ AUTH_RATE_LIMITS: 'guesses=9/3601' }, 'AUTH_RATE_LIMITS: "guesses=9/3601": the window must be 1 to 3600 seconds'],
  [
    { AUTH_RATE_LIMITS: 'mails-to-mailbox=5/2592001' },
    'AUTH_RATE_LIMITS: "mails-to-mailbox=5/2592001": the window must be 1 to 2592000 seconds',
  ],
  [{ AUTH_RATE_LIMITS: 'sign-in=3/10,sign-in=4/10' }, 'AUTH_RATE_LIMITS: "sign-in" is set twice'],
  [
    { RATE_LIMIT_EXEMPT: '0.0.0.0/0' },
    'RATE_LIMIT_EXEMPT: "0.0.0.0/0" is too wide: name only the IP addresses of your own people',
  ],
  [{ ACCOUNT_LINKING_TRUSTED_PROVIDERS: 'google,myspace' }, 'ACCOUNT_LINKING_TRUSTED_PROVIDERS'],
])('rejects %o', (environment, told) => expect(findProblems(environment)).toContain(told))

test('reads the secret of an adopted server whole, also a short one, and never signs with it', () => {
  const { secrets, sessionSecrets } = loadConfig({ AUTH_SECRET: secret, ADOPTED_SECRET: 'short, with a comma' })
  expect([secrets, sessionSecrets]).toEqual([[secret], [secret, 'short, with a comma']])
  expect(findProblems({ AUTH_SECRET: 'short' })).toContain('ADOPTED_SECRET')
})

test('reports each invalid limit', () => {
  expect(findProblems({ AUTH_RATE_LIMITS: 'sign-in,sign-up' })).toContain('The configuration has 2 problems')
})

test.each(['AUTH_SECRET', 'AUTH_URL', 'DATABASE_URL', 'MAIL_URL'])('requires %s in production', (name) => {
  expect(findProblems({ ...production, [name]: '' })).toContain(name)
})

describe('a generated secret', () => {
  test('is created once and readable only by its owner', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rest-auth-config-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const environment = { DATA_DIR: join(folder, 'data') }
    const [first] = loadConfig(environment).secrets
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(loadConfig(environment).secrets).toEqual([first])
    const file = join(folder, 'data', 'auth-secret')
    expect(readFileSync(file, 'utf8')).toBe(first)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})

test.each([
  [{}, false],
  [{ MAIL_URL: 'smtp://mail' }, false],
  [{ MAIL_URL: 'smtp://mail?tls=required' }, true],
  [production, true],
  [{ ...production, MAIL_URL: 'smtp://localhost:25' }, false],
  [{ ...production, MAIL_URL: 'smtp://localhost:25?tls=required' }, true],
  [{ ...production, MAIL_URL: 'smtp://mail?tls=opportunistic' }, false],
])('%o: requires encryption for emails: %s', (environment, required) => {
  expect(loadConfig({ AUTH_SECRET: secret, ...environment }).mailTlsRequired).toBe(required)
})
