import { codeAt, stepAt } from '../two-factor/totp.ts'
import { keyOf } from '../two-factor/secret.ts'
import type { Browser } from './browser.ts'
import type { TestApp } from './start-test-app.ts'
import { testPassword } from './test-password.ts'

/** An authenticator app that has the account's secret. */
export interface App {
  readonly backupCodes: readonly string[]
  /** The code at this time, some seconds off. */
  code(off?: number): string
  /** A code that was not used before: lets half a minute pass. */
  nextCode(): string
}

/** Starts to set up an app, for somebody with the password of the tests. */
export async function scanSecret({ clock }: TestApp, browser: Browser): Promise<App> {
  const started = await browser.post('/two-factor/enable', { password: testPassword })
  const secret = new URL(started.at('totpURI')).searchParams.get('secret') ?? ''
  const code = (off = 0) => codeAt(keyOf(secret), stepAt(new Date(clock.now().getTime() + off * 1000)))
  const nextCode = () => {
    clock.advance(30)
    return code()
  }
  return { backupCodes: Object(started.body).backupCodes, code, nextCode }
}

/** The browser's session shows the factor by that. */
export async function enableTwoFactor(t: TestApp, browser: Browser): Promise<App> {
  const app = await scanSecret(t, browser)
  const verified = await browser.post('/two-factor/verify-totp', { code: app.nextCode() })
  if (verified.status !== 200) throw new Error(`The app was not set up: ${verified.text}`)
  return app
}

/** The response to a sign-in with the password, and with the code if one is asked for. */
export async function signInWithCode(browser: Browser, email: string, app: App, more: object = {}) {
  await browser.post('/sign-in/email', { email, password: testPassword })
  return browser.post('/two-factor/verify-totp', { code: app.nextCode(), ...more })
}
