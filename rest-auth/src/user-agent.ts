/** What a user agent tells of a device, in words that its owner knows; a part that it does not tell is undefined. */
export interface Device {
  readonly browser: string | undefined
  readonly system: string | undefined
}

type Names = readonly (readonly [pattern: RegExp, name: string])[]

// The first that matches counts: browsers name those that they are built on or want to be taken for. On iPhones and iPads
// all but Safari have names of their own (`CriOS`), since all are built on the same.
const browsers: Names = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|OPiOS)\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/^(?!.*\bAndroid\b).*\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'], // Android's own browser of old says the same
  [/\bcurl\//, 'curl'],
]
const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** Reads a `User-Agent` header, which is free text and may say anything. Mails and the list of sessions name a device by it. */
export function readUserAgent(userAgent: string | null | undefined): Device {
  const find = (names: Names) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return { browser: find(browsers), system: find(systems) }
}
