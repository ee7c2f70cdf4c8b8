import { hashToken } from '../crypto/token.ts'

/** What tells one device of a user from another: the user agent without its versions, which change every few weeks. */
export function deviceFingerprint(userAgent: string): string {
  return hashToken(userAgent.replaceAll(/[\d._]+/g, ''))
}

// The first that matches: each of these names also those after it.
const browsers = ['Edg', 'OPR', 'SamsungBrowser', 'Firefox', 'Chrome', 'Safari'] as const
const browserNames: Partial<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', SamsungBrowser: 'Samsung Internet' }
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS X', 'CrOS', 'Linux'] as const
const systemNames: Partial<Record<string, string>> = { 'Mac OS X': 'macOS', CrOS: 'ChromeOS' }

/** The device in words that its owner knows ("Firefox, Linux"); what is no known browser names itself. */
export function describeDevice(userAgent: string): string {
  const browser = browsers.find((name) => userAgent.includes(`${name}/`))
  const system = systems.find((name) => userAgent.includes(name))
  if (!browser || !system) return userAgent.slice(0, 100) || '–'
  return `${browserNames[browser] ?? browser}, ${systemNames[system] ?? system}`
}
