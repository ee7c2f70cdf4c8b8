import { expect, test } from 'vitest'
import type { LiveRemote } from './facts.ts'
import { describeLostGrants } from './lost-grants.ts'

const live = {
  name: 'mf-one',
  version: '1.0.0',
  isPublic: true,
  routes: [],
  places: [],
  permissions: ['mf-one:approve', 'mf-one:pay'],
  publicKey: 'key',
  needs: {},
  uses: {},
}
const label = { en: 'Approve' }
const version = (...actions: string[]) => ({
  name: 'mf-one',
  description: {
    name: 'mf-one',
    routes: [],
    navigation: [],
    needs: {},
    permissions: Object.fromEntries(actions.map((action) => [action, { label }])),
  },
})

type Row = [what: string, document: ReturnType<typeof version>, remotes: LiveRemote[], key?: string, text?: RegExp]

test.each<Row>([
  ['nothing if all stay', version('approve', 'pay', 'more'), [live], 'key'],
  ['a permission that is gone or renamed', version('approve', 'pay-out'), [live], 'key', /grant mf-one:pay lose it/],
  [
    'all if another key signs',
    version('approve', 'pay'),
    [live],
    'other',
    /another key, so roles that grant mf-one:app/,
  ],
  ['nothing about keys before a publish', version('approve', 'pay'), [live]],
  ['nothing if it is new', version('approve'), [], 'key'],
  ['nothing of previews', version(), [{ ...live, isPublic: false }], 'key'],
  ['nothing from an older registry', version(), [{ ...live, permissions: undefined }], 'key'],
])('says that roles lose %s', (_, document, remotes, key, text) => {
  expect(describeLostGrants(document, { remotes }, key)).toEqual(text ? [expect.stringMatching(text)] : [])
})
