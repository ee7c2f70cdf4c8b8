import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

test('without settings it is at port 4000 of this machine, where the shell looks for it', () => {
  expect(loadConfig({})).toMatchObject({ HOST: '127.0.0.1', PORT: 4000, REST_AUTH_URL: 'http://127.0.0.1:4001' })
})
