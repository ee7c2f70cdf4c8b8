/** Cookies that rest-auth sets during one request: for the browser, and for later calls of the same request. */
export class SetCookies {
  /** The Cookie header of the next call. */
  cookie: string | undefined
  readonly #lines = new Map<string, string>()

  constructor(cookie: string | undefined) {
    this.cookie = cookie
  }

  add(lines: string | readonly string[] | undefined): void {
    if (lines === undefined) return
    for (const line of [lines].flat()) this.#lines.set(line.slice(0, line.indexOf('=')), line)
    this.cookie = this.#merged()
  }

  /** The Set-Cookie headers for the browser, one per name. */
  get lines(): string[] {
    return [...this.#lines.values()]
  }

  #merged(): string | undefined {
    const sent = (this.cookie ?? '')
      .split(/; */)
      .filter((pair) => pair !== '' && !this.#lines.has(pair.split('=', 1)[0] ?? ''))
    const set = [...this.#lines.values()]
      .filter((line) => !/; *max-age=0\b/i.test(line))
      .map((line) => line.split(';', 1)[0])
    return [...sent, ...set].join('; ') || undefined
  }
}
