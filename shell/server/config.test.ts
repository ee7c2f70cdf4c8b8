import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

test('everything has a value for development', () => {
  const { host, port, production, authBasePath } = parseConfig({ PORT: '' })
  expect({ host, port, production, authBasePath }).toEqual({
    host: '127.0.0.1',
    port: 3000,
    production: false,
    authBasePath: '/api/auth',
  })
})

test('all faults are named at once', () => {
  const environment = {
    HOST: '0.0.0.0',
    LOG_LEVEL: 'loud',
    PORT: 'x',
    AUTH_URL: 'nonsense',
    AUTH_BASE_PATH: 'api/',
    TRUSTED_PROXIES: '10.0.0.0/8,nonsense',
  }
  const attempt = () => parseConfig(environment)
  for (const name of [
    'HOST must be a loopback host',
    'LOG_LEVEL',
    'PORT',
    'AUTH_URL',
    'AUTH_BASE_PATH',
    '"nonsense" is no address',
  ])
    expect(attempt).toThrow(name)
})

test('without production it listens and is known on loopback only', () => {
  expect(() => parseConfig({ HOST: '0.0.0.0' })).toThrow('HOST must be a loopback host')
  expect(() => parseConfig({ AUTH_URL: 'https://accounts.example' })).toThrow('AUTH_URL must be a loopback host')
  const open = { NODE_ENV: 'production', HOST: '0.0.0.0', AUTH_URL: 'https://accounts.example' }
  expect(parseConfig(open)).toMatchObject({ production: true, host: '0.0.0.0' })
})

test('ranges of proxies hold for both families of addresses', () => {
  const { isTrustedProxy } = parseConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32, 192.0.2.7' })
  expect(['10.1.2.3', '2001:db8::5', '192.0.2.7', '::ffff:10.1.2.3'].every(isTrustedProxy)).toBe(true)
  expect(['11.0.0.1', '2001:db9::5', '192.0.2.8', 'no address'].some(isTrustedProxy)).toBe(false)
})
