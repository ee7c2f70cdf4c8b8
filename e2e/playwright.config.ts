import { defineConfig } from '@playwright/test'
import { browserArguments as args, findBrowser } from './support/browser.ts'
import { waitTimeout } from 'service/testing/wait-timeout.ts'
import { MS_BETWEEN_ACTIONS } from './support/interactions.ts'

const { executablePath, env } = await findBrowser()
const full = Boolean(process.env['TEST_FULL'])
const measured = Boolean(process.env['INTERACTIONS_FILE'])
const report = process.env['PLAYWRIGHT_JUNIT_OUTPUT_FILE']

export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  snapshotPathTemplate: '{testDir}/../pictures/{arg}{ext}',
  globalSetup: './support/global-setup.ts',
  // Accessibility scans more ways in the full run.
  ...(full ? { grep: /@full|\.full\.spec|accessibility\.spec/ } : { testIgnore: '**/*.full.spec.ts' }),
  // @full: slow tests for `npm run test:full`. @interactions: the baseline of bench/interactions,
  // which omits tests that only read pages, because axe blocks one for seconds.
  grepInvert: measured ? /accessibility\.spec/ : full ? /@interactions/ : /@full|@interactions/,
  // Browsers wait a lot: with one worker per core, the cores would be idle for a fifth of the time.
  workers: 4,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // For tests that hang. Expectations have their own limits: a busy machine is five times as slow.
  timeout: 180_000,
  expect: { timeout: waitTimeout },
  reporter: [['list'], ...(report ? [['junit', { outputFile: report }] as const] : [])],
  use: {
    launchOptions: { executablePath, args, ...(env && { env }), ...(measured && { slowMo: MS_BETWEEN_ACTIONS }) },
  },
})
