import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'
export default defineConfig({ ...config, globalSetup: [], testDir: '/work/wt/sdk/e2e/journeys' })
