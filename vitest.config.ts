import { defineConfig } from 'vitest/config'
import { linguiMacros } from './kit/build/vite-macros.ts'
import { findRemotes } from './scripts/product/find-remotes.ts'

const globalSetup = [new URL('database/src/vitest-global-setup.ts', import.meta.url).pathname]
const registrySetup = [...globalSetup, new URL('shell/server/testing/vitest-global-setup.ts', import.meta.url).pathname]
const include = ['**/*.test.{ts,tsx}']

// graphql refuses to work with a second copy of itself: take the one that node takes.
const resolve = { alias: [{ find: /^graphql$/, replacement: import.meta.resolve('graphql') }] }

// One project a package. Those with `globalSetup` get databases from createTestDatabase (database/test-database.ts).
export default defineConfig({
  test: {
    // The default leaves a core free, which on two cores is half of the machine.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'database', root: './database', include, globalSetup, testTimeout: 60_000 } },
      { test: { name: 'service', root: './service', include } },
      { test: { name: 'demo-providers', root: './demo-providers', include } },
      {
        test: {
          name: 'rest-auth',
          root: './rest-auth',
          include,
          globalSetup,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        resolve,
        test: { name: 'gateway', root: './gateway', include, globalSetup, testTimeout: 30_000, hookTimeout: 30_000 },
      },
      {
        plugins: [linguiMacros()],
        test: { name: 'kit', root: './kit', include, environment: 'happy-dom', testTimeout: 20_000 },
      },
      {
        resolve,
        test: { name: 'bench', root: './bench', include: ['size/*.test.ts'], globalSetup, testTimeout: 30_000 },
      },
      // One page for all files of a remote: loading `kit` takes longer than the tests.
      ...findRemotes().map((name) => ({
        plugins: [linguiMacros()],
        test: { name, root: `./${name}`, include, environment: 'happy-dom', isolate: false, testTimeout: 20_000 },
      })),
      {
        resolve,
        test: {
          name: 'scripts',
          root: './scripts',
          include,
          exclude: ['up*.test.ts'],
          globalSetup: registrySetup,
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Starts the whole product again and again: after the others, whose timing it would spoil.
        test: {
          name: 'product',
          root: './scripts',
          include: ['up*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [linguiMacros()],
        test: { name: 'shell', root: './shell', include, globalSetup: registrySetup, testTimeout: 20_000 },
      },
    ],
  },
})
