import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const DATABASE_URL = 'postgres://user@127.0.0.1/name'

test('requires a database for the registry', () => {
  expect(() => loadConfig({})).toThrow('REGISTRY_DATABASE_URL: is required (or DATABASE_URL)')
})

test('reads larger first loads of single remotes, in kB', () => {
  const read = (REMOTE_BUDGETS: string) => loadConfig({ DATABASE_URL, REMOTE_BUDGETS }).REMOTE_BUDGETS
  expect(read('mf-maps=120, mf-big-charts=90')).toEqual({ 'mf-maps': 120_000, 'mf-big-charts': 90_000 })
  expect(read('')).toEqual({})
  expect(() => read('mf-maps=120,maps=90')).toThrow('REMOTE_BUDGETS: "maps=90" must look like mf-maps=120')
})

test('defaults to port 3000 of this machine and the services’ default ports', () => {
  expect(loadConfig({ DATABASE_URL })).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    REST_AUTH_URL: 'http://127.0.0.1:4001',
    GATEWAY_URL: 'http://127.0.0.1:4000',
    cacheFolder: resolve('.data/cache'),
  })
})
