// @vitest-environment node
import { expect, test } from 'vitest'
import { buildRemote } from '../testing/build-remote.ts'

test('bundles no shared module, and lists bundled packages', async () => {
  const { document, bundled, files, importers, packages } = await buildRemote({
    'src/remote.tsx': `
      import { useState } from 'react'
      import { Page } from 'kit'
      import { tiny } from 'tiny'
      import { small } from '@scope/small'
      const One = () => <Page title={tiny + small()}>{useState(0)}</Page>
      export const remote = { routes: [{ path: '/one', Component: One }], loadMessages: async () => ({}) }`,
    'node_modules/tiny/package.json': '{ "name": "tiny", "main": "index.js" }',
    'node_modules/tiny/index.js': `exports.tiny = require('react')`,
    'node_modules/@scope/small/index.js': `export const small = () => document.title`,
  })
  expect(document.uses).toEqual({ kit: ['Page'], react: ['*', 'useState'], 'react/jsx-runtime': ['jsx'] })
  expect(bundled.filter((module) => !/^@module-federation\/|^kit\/build\//.test(module))).toEqual([
    '@scope/small/index.js',
    'tiny/index.js',
  ])
  expect(importers).toMatchObject({
    tiny: 'tiny (src/remote.tsx)',
    'react.*': 'tiny (src/remote.tsx)',
    'react.useState': 'src/remote.tsx',
  })
  expect(packages['first']).toEqual(expect.arrayContaining(['tiny', '@scope/small']))
  // Only builds of `remote dev` show errors on the page (kit/src/refresh/overlay.ts).
  expect([...files.values()].join('\n')).not.toContain('developmentError')
})
