import { defineConfig } from '@playwright/test'
import { browserArguments as args, findBrowser } from './support/browser.ts'
import { patience } from 'service/testing/patience.ts'
import { MS_BETWEEN_ACTIONS } from './support/interactions.ts'

const { executablePath, env } = await findBrowser()
const full = Boolean(process.env['TEST_FULL'])
const measured = Boolean(process.env['INTERACTIONS_FILE'])
const report = process.env['PLAYWRIGHT_JUNIT_OUTPUT_FILE']

export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  globalSetup: './support/global-setup.ts',
  ...(!full && { testIgnore: '**/*.full.spec.ts' }),
  // @full are slow tests for `npm run test:full`. @interactions is what bench/interactions compares with, which leaves out what
  // only reads pages: axe holds one for seconds.
  grepInvert: measured ? /accessibility\.spec|@full/ : full ? /@interactions/ : /@full|@interactions/,
  // Browsers wait, too: as many as there are cores leave them idle for a fifth of the time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // For what hangs. How long something may take is said where it is expected: on a busy machine the same journey takes five times as long.
  timeout: 180_000,
  expect: { timeout: patience },
  reporter: [['list'], ...(report ? [['junit', { outputFile: report }] as const] : [])],
  use: {
    launchOptions: { executablePath, args, ...(env && { env }), ...(measured && { slowMo: MS_BETWEEN_ACTIONS }) },
  },
})
