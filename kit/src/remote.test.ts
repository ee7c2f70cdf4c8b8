import { expect, test } from 'vitest'
import { parseRemoteDescription, RemoteDescriptionError } from './remote.ts'

const valid = { contract: 1, name: 'mf-one', routes: [{ path: '/one', access: 'user' }] }

test('what may be missing is empty, and what is unknown is left out', () => {
  expect(parseRemoteDescription({ ...valid, more: true })).toEqual({
    ...valid,
    slots: [],
    navigation: [],
    wellKnown: {},
    needs: {},
  })
})

const parseFaulty = () => parseRemoteDescription({ name: 'MF One', routes: [{ path: '/x' }], slots: ['footer'], navigation: {}, needs: { kit: 1 } }) // prettier-ignore

test('all faults are named at once', () => {
  expect(parseFaulty).toThrow(RemoteDescriptionError)
  for (const field of ['contract', 'name', 'routes', 'slots', 'navigation', 'needs'])
    expect(parseFaulty).toThrow(`"${field}"`)
  expect(() => parseRemoteDescription(null)).toThrow('"contract" must be 1')
})

test.each(['location', 'mf', 'mf_one', 'mf-One', '../mf-one'])('the name %s is refused', (name) => {
  expect(() => parseRemoteDescription({ ...valid, name })).toThrow('"name"')
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'relative', '/with space'])(
  'the path %s is refused',
  (path) => {
    expect(() => parseRemoteDescription({ ...valid, routes: [{ path, access: 'user' }] })).toThrow('"routes"')
    expect(() => parseRemoteDescription({ ...valid, wellKnown: { 'change-password': path } })).toThrow('"wellKnown"')
  },
)
