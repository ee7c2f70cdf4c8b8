/** Cookies that rest-auth sets during a request, for the browser and for later calls. */
export class SetCookies {
  cookie: string | undefined // the Cookie header of the next call
  readonly #lines = new Map<string, string>()

  constructor(cookie: string | undefined) {
    this.cookie = cookie
  }

  add(lines: string | readonly string[] | undefined): void {
    if (lines === undefined) return
    for (const line of [lines].flat()) this.#lines.set(line.slice(0, line.indexOf('=')), line)
    this.cookie = this.#merged()
  }

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
