import { expect, test } from 'vitest'
import { buildImportGraph, findCircles } from './circles.ts'

const circlesOf = (files: Record<string, string>, depth = 2) =>
  findCircles(buildImportGraph(new Map(Object.entries(files)), depth))

test('finds a circle through a third folder, by types and in any form', () => {
  expect(
    circlesOf({
      'house/src/one/a.ts': "import type { B } from '../two/b.ts'",
      'house/src/two/c.ts': "export * from '../three.ts'",
      'house/src/three.ts': "const a = await import('./one/deep/d.ts')",
      'house/src/four.ts': "import './one/a.ts'",
    }),
  ).toEqual([
    [
      'house/src/one/a.ts imports house/src/two/b.ts',
      'house/src/two/c.ts imports house/src/three.ts',
      'house/src/three.ts imports house/src/one/deep/d.ts',
    ],
  ])
})

test('ignores floors, files of one folder and other packages', () => {
  expect(
    circlesOf({
      'house/src/one/a.ts':
        "import { b } from './b.ts'\nimport { c } from '../two/c.ts'\nimport { x } from 'house/two'",
      'house/src/one/b.ts': "import { a } from './a.ts'",
      'house/src/two/c.ts': "// from ../one/a.ts, as it says\nimport { d } from '../floor.ts'",
      'house/src/floor.ts': '',
    }),
  ).toEqual([])
})

test('finds a circle of folders in a package, also below packages/', () => {
  const files = {
    'packages/house/src/a.ts': "import { b } from '../server/one/b.ts'",
    'packages/house/server/one/b.ts': '',
    'packages/house/server/two/c.ts': "import { a } from '../../src/a.ts'",
  }
  expect(circlesOf(files)).toEqual([])
  expect(circlesOf(files, 1)).toEqual([
    [
      'packages/house/src/a.ts imports packages/house/server/one/b.ts',
      'packages/house/server/two/c.ts imports packages/house/src/a.ts',
    ],
  ])
})
