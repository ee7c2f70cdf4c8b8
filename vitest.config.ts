import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { linguiMacros } from 'remote-tools/build/vite-macros'
import { waitTimeout } from 'service/testing/wait-timeout.ts'
import { findRemotes } from './tools/product/find-remotes.ts'

const globalSetup = [new URL('packages/database/src/testing/vitest-global-setup.ts', import.meta.url).pathname]
const registrySetup = [...globalSetup, new URL('registry/src/testing/vitest-global-setup.ts', import.meta.url).pathname]
const plugins = [linguiMacros()]
const alone = ['**/*.alone{,.full}.test.ts']
const slow = process.env['TEST_FULL'] ? [] : ['**/*.full.test.ts']
// Only for tests that hang: a busy machine may be slow.
const timeouts = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  setupFiles: [new URL('tools/testing/set-wait-timeout.ts', import.meta.url).pathname],
  expect: { poll: { timeout: waitTimeout } },
}

// graphql refuses to work with a second copy of itself, so use the one that Node loads.
const resolve = { alias: [{ find: /^graphql$/, replacement: import.meta.resolve('graphql') }] }

const hashes = new URL('rest-auth/src/testing/remember-hashes.ts', import.meta.url).pathname
const withHashes = { globalSetup, setupFiles: [...timeouts.setupFiles, hashes] }

/** One process per package: loading its modules takes longer than most tests. */
const tests = (folder: string) => ({
  ...timeouts,
  name: basename(folder),
  root: `./${folder}`,
  include: ['**/*.test.{ts,tsx}'],
  exclude: ['**/node_modules/**', ...alone, ...slow],
  isolate: false,
})

/** Those that start the product wait a lot: at the end, the cores would be idle. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not of an array
    const { first = [], others = [] } = Object.groupBy(await super.sort(files), ({ project }) =>
      project.name === 'tools' ? 'first' : 'others',
    )
    return [...first, ...others]
  }
}

// One project per package. `globalSetup` prepares databases for createTestDatabase.
export default defineConfig({
  test: {
    // More workers than cores, because tests that wait leave a quarter of the time idle.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: WaitingFirst },
    projects: [
      { test: { ...tests('packages/database'), globalSetup } },
      { test: tests('packages/contract') },
      { test: tests('packages/service') },
      { test: tests('packages/demo-providers') },
      { test: { ...tests('rest-auth'), ...withHashes } },
      { resolve, test: { ...tests('gateway'), ...withHashes } },
      { plugins, test: { ...tests('packages/kit'), environment: 'happy-dom' } },
      {
        plugins,
        test: {
          ...tests('packages/remote-tools'),
          environment: 'happy-dom',
          // Written over another folder by `remote new`: see tools/postgres-service.test.ts.
          exclude: [...tests('packages/remote-tools').exclude, 'templates/postgres/**'],
        },
      },
      { resolve, test: { ...tests('bench'), globalSetup } },
      ...findRemotes().map((name) => ({ plugins, test: { ...tests(name), environment: 'happy-dom' } })),
      // With its own configuration, as in the repository of its team.
      './examples/mf-invoices/vitest.config.js',
      {
        resolve,
        test: {
          ...tests('tools'),
          globalSetup: registrySetup,
          testTimeout: 600_000,
        },
      },
      { test: { ...tests('registry'), globalSetup: registrySetup } },
      { plugins, test: { ...tests('shell'), globalSetup: registrySetup } },
      {
        // These replace modules (`vi.mock`), or count or keep events of the whole process.
        plugins,
        resolve,
        test: {
          ...timeouts,
          name: 'alone',
          include: alone,
          exclude: ['**/node_modules/**', '.cache/**', ...slow],
          globalSetup: registrySetup,
        },
      },
    ],
  },
})
