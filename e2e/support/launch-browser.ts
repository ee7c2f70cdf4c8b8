import { type Browser, chromium } from '@playwright/test'
import { browserArguments, findBrowser } from './browser.ts'

/** For measurements (bench/federation). */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser()
  return chromium.launch({ executablePath, args: browserArguments, ...(env && { env }) })
}
