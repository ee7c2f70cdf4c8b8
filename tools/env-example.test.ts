import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ownSettings as ofGateway } from 'gateway/config'
import { settingNames as ofRestAuth } from 'rest-auth/config'
import { findUnknownSettings } from 'service/unknown-settings.ts'
import { ownSettings as ofShell } from 'shell/config'

const text = readFileSync(resolve(import.meta.dirname, '../.env.example'), 'utf8')
const named = [...text.matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map(([, name]) => name ?? '')
const services = [ofRestAuth, Object.keys(ofGateway.shape), Object.keys(ofShell.shape)]

test('lists exactly the settings of the services in .env.example', () => {
  expect(named.toSorted()).toEqual([...new Set(services.flat())].toSorted())
})

test('does not mistake settings of other services or the machine for typos', () => {
  const ofMachines = [
    'HOME',
    'PATH',
    'USER',
    'LANG',
    'PWD',
    'HOSTNAME',
    'NODE_OPTIONS',
    'NODE_PATH',
    'SESSION_MANAGER',
    'GITHUB_TOKEN',
    'MAIL',
  ]
  const environment = Object.fromEntries([...named, ...ofMachines].map((name) => [name, 'x']))
  for (const known of services) expect(findUnknownSettings(known, environment)).toEqual([])
})
