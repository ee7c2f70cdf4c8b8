import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { readEnvironment, settings } from './environment.ts'

const read = (environment: Record<string, string>) => readEnvironment(settings(3000, {}), environment)

test('uses development defaults for missing and empty values', () => {
  expect(read({ PORT: '', AUTH_URL: '' })).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    AUTH_URL: 'http://localhost:3000',
    AUTH_BASE_PATH: '/api/auth',
    production: false,
  })
})

test('treats blank values as missing', () => {
  const { PORT, SHUTDOWN_TIMEOUT, HOST } = read({ PORT: ' ', SHUTDOWN_TIMEOUT: ' \t', HOST: ' ' })
  expect([PORT, SHUTDOWN_TIMEOUT, HOST]).toEqual([3000, undefined, '127.0.0.1'])
  expect(() => read({ NODE_ENV: 'production', AUTH_URL: ' ' })).toThrow('AUTH_URL: is required in production')
})

test('reads secrets from files, and names files that it cannot read without their content', () => {
  const file = join(tmpdir(), `secret-${process.pid}`)
  writeFileSync(file, 'of a file\n')
  onTestFinished(() => rmSync(file))
  const own = settings(3000, { AUTH_SECRET: z.string().optional(), HOME_FILE: z.string().optional() })
  const readOwn = (environment: Record<string, string>) => readEnvironment(own, environment)
  expect(readOwn({ AUTH_SECRET_FILE: file, HOME_FILE: '/nowhere' })).toMatchObject({
    AUTH_SECRET: 'of a file',
    HOME_FILE: '/nowhere',
  })
  expect(() => readOwn({ AUTH_SECRET_FILE: '/nowhere' })).toThrow('AUTH_SECRET_FILE: ENOENT')
  expect(() => readOwn({ AUTH_SECRET_FILE: file, AUTH_SECRET: 'x' })).toThrow(
    'AUTH_SECRET_FILE: is set together with AUTH_SECRET',
  )
})

test('lists all problems at once', () => {
  const environment = {
    LOG_LEVEL: 'loud',
    PORT: 'x',
    AUTH_URL: 'nonsense',
    AUTH_BASE_PATH: 'api/',
    TRUSTED_PROXIES: '10.0.0.0/8,nonsense',
  }
  for (const expected of [
    'The configuration has 5 problems:',
    '- LOG_LEVEL: ',
    '- PORT: ',
    '- AUTH_URL: ',
    '- AUTH_BASE_PATH: ',
    '- TRUSTED_PROXIES: "nonsense" is not an IP address',
  ])
    expect(() => read(environment)).toThrow(expected)
})

test('lists malformed values together with those that contradict others', () => {
  expect(() => read({ NODE_ENV: 'production', PORT: 'x' })).toThrow(/2 problems:\n.*PORT: .*\n.*AUTH_URL: is required/)
  expect(() => read({ PORT: 'x', AUTH_URL: 'https://accounts.example' })).toThrow(
    /PORT: .*\n.*AUTH_URL: must be a loop/,
  )
  const check = ({ PORT, SHUTDOWN_DELAY = 0 }: { PORT: number; SHUTDOWN_DELAY?: number | undefined }) =>
    SHUTDOWN_DELAY < PORT ? ['SHUTDOWN_DELAY: is less than PORT'] : []
  const readChecked = (environment: Record<string, string>) =>
    readEnvironment(settings(3000, {}), { ...environment, SHUTDOWN_DELAY: '5' }, check)
  expect(() => readChecked({ LOG_LEVEL: 'loud' })).toThrow(/LOG_LEVEL: .*\n.*SHUTDOWN_DELAY: is less than PORT/)
  // The default of PORT says nothing about the meant value.
  expect(() => readChecked({ PORT: 'x' })).toThrow(/^The configuration has a problem:\n {2}- PORT: /)
})

test('requires loopback addresses outside production', () => {
  expect(() => read({ HOST: '0.0.0.0' })).toThrow('HOST: must be a loopback address')
  expect(() => read({ AUTH_URL: 'https://accounts.example' })).toThrow('AUTH_URL: must be a loopback address')
  expect(read({ HOST: '::1', AUTH_URL: 'http://[::1]:3000' })).toMatchObject({ HOST: '::1' })
  const open = { NODE_ENV: 'production', HOST: '0.0.0.0', AUTH_URL: 'https://accounts.example/' }
  expect(read(open)).toMatchObject({ production: true, HOST: '0.0.0.0', AUTH_URL: 'https://accounts.example' })
})

test('requires AUTH_URL in production, by https unless on this machine', () => {
  const open = { NODE_ENV: 'production' }
  expect(() => read({ ...open, AUTH_URL: '' })).toThrow('AUTH_URL: is required in production')
  expect(() => read({ ...open, AUTH_URL: 'http://accounts.example' })).toThrow('AUTH_URL: must be an https:// URL')
  expect(read({ ...open, AUTH_URL: 'http://localhost:8080' })).toMatchObject({ AUTH_URL: 'http://localhost:8080' })
})

test.each(['prod', 'Production', 'staging'])('rejects NODE_ENV=%s', (NODE_ENV) => {
  expect(() => read({ NODE_ENV })).toThrow('NODE_ENV: must be production, development or test')
})

test('matches proxies by IPv4 and IPv6 ranges', () => {
  const isTrusted = read({ TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32, 192.0.2.7' }).TRUSTED_PROXIES
  expect(['10.1.2.3', '2001:db8::5', '192.0.2.7', '::ffff:10.1.2.3'].every(isTrusted)).toBe(true)
  expect(['11.0.0.1', '2001:db9::5', '192.0.2.8', 'no address', undefined].some(isTrusted)).toBe(false)
})

test.each(['x', '1.5', '-1', '65536'])('rejects port %s', (port) => {
  expect(() => read({ PORT: port })).toThrow('- PORT: must be a whole number from 0 to 65535')
})

test.each(['10.0.0.0/', '10.0.0.0/8/9', '10.0.0.0/33', '::/129', 'localhost'])(
  'rejects the proxy range %s',
  (range) => {
    expect(() => read({ TRUSTED_PROXIES: range })).toThrow('TRUSTED_PROXIES')
  },
)

test.each(['0.0.0.0/0', '0.0.0.0/1', '::/0', '2000::/3', '10.0.0.0/8,::/0'])(
  'rejects %s, which would trust strangers',
  (range) => {
    expect(() => read({ TRUSTED_PROXIES: range })).toThrow('is too wide')
  },
)

test.each(['10.0.0.0/8', 'fc00::/7', 'fd00::/8', '2001:db8::/32', '127.0.0.0/8,::1'])(
  'accepts %s, which one operator can own',
  (range) => {
    expect(() => read({ TRUSTED_PROXIES: range })).not.toThrow()
  },
)
