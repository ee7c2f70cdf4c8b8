/**
 * The cookies that rest-auth sets while one request is answered: the last word per name, for the browser, and at once
 * for the next call of the same request, which must see the session as the last one left it.
 */
export class SetCookies {
  /** What the next call sends as its Cookie header. */
  cookie: string | undefined
  readonly #lines = new Map<string, string>()

  constructor(cookie: string | undefined) {
    this.cookie = cookie
  }

  /** Takes the Set-Cookie headers of one answer. */
  add(lines: string | readonly string[] | undefined): void {
    if (lines === undefined) return
    for (const line of [lines].flat()) this.#lines.set(line.slice(0, line.indexOf('=')), line)
    this.cookie = this.#merged()
  }

  /** One Set-Cookie header a name, for the browser. */
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
