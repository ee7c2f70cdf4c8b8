import { expect, test } from 'vitest'
import { findKitBreaks, listKitExports } from './kit-exports.ts'

test('the list names functions with their types, components with what they take, and the properties of objects', () => {
  const lines = listKitExports().split('\n')
  expect(lines).toContain('kit signOut: () => Promise<CallError | null>')
  expect(lines).toContain('kit Dialog takes title: string')
  expect(lines).toContain('kit Dialog needs title')
  expect(lines).toContain('kit User.email: string')
  expect(lines).toContain('kit Button: of a library')
  expect(lines).toContain('kit/graphql useQuery: of a library')
  expect(lines).toContain('kit/remote Remote.routes: RouteObject[]')
  expect(lines).toContain('kit/build/remote-config remoteConfig: (folder: string) => RspackOptions')
  expect(lines).toContain('kit/testing/page within: of a library')
})

const list = (...lines: string[]): string => ['version 1.0.0', ...lines, ''].join('\n')
const dialog = [
  'kit Dialog needs title',
  'kit Dialog takes title: string',
  'kit Dialog takes width: number',
  'kit Dialog: X',
]

// prettier-ignore
test.for<[change: string, now: string[], breaks: string[]]>([
  ['an export is gone', [], dialog.slice(1).map((line) => `no longer: ${line.split(':')[0]}`)],
  ['a prop is gone', dialog.toSpliced(2, 1), ['no longer: kit Dialog takes width']],
  ['a prop is needed', ['kit Dialog needs width', ...dialog], ['new: kit Dialog needs width']],
])('finds a break: %s', ([, now, breaks]) => {
  expect(findKitBreaks(list(...dialog), list(...now))).toEqual(breaks)
})

test('allows a component of ours to need more than the library component that it replaces', () => {
  expect(
    findKitBreaks(
      list('kit Link: of a library'),
      list('kit Link needs to', 'kit Link takes to: string', 'kit Link: X'),
    ),
  ).toEqual([])
})

test.for<[change: string, now: string[]]>([
  ['an export with props that it needs', [...dialog, 'kit Tabs needs items', 'kit Tabs takes items: X', 'kit Tabs: X']],
  ['a prop', [...dialog, 'kit Dialog takes closeLabel: string | undefined']],
  ['that a prop can be left out', dialog.slice(1)],
])('finds no break in adding %s', ([, now]) => {
  expect(findKitBreaks(list(...dialog), list(...now))).toEqual([])
})
