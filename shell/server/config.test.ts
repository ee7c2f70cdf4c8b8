import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

test('without settings it is at port 3000 of this machine, and the services are where they start by themselves', () => {
  expect(loadConfig({})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    REST_AUTH_URL: 'http://127.0.0.1:4001',
    GATEWAY_URL: 'http://127.0.0.1:4000',
    registryFolder: resolve('.data/registry'),
  })
})

test('pages reload by themselves in development only', () => {
  const environments = ['development', 'production', 'test', '']
  expect(
    environments.map((NODE_ENV) => loadConfig({ NODE_ENV, AUTH_URL: 'http://localhost:3000' }).liveReload),
  ).toEqual([true, false, false, false])
})
