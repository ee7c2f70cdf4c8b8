import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ownSettings as ofGateway } from '../gateway/src/config.ts'
import { ownSettings as ofRestAuth } from '../rest-auth/src/config.ts'
import { providerSettings } from '../rest-auth/src/provider-config.ts'
import { ownSettings as ofShell } from '../shell/server/config.ts'

test('.env.example names every setting of the services, and none else', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../.env.example'), 'utf8')
  const named = [...text.matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
  const shapes = [ofRestAuth.shape, providerSettings.in.shape, ofGateway.shape, ofShell.shape]
  expect(named.toSorted()).toEqual([...new Set(shapes.flatMap(Object.keys))].toSorted())
})
