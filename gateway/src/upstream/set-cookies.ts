/** Cookies that rest-auth sets during a request, for the browser and for later calls. */
export class SetCookies {
  cookie: string | undefined // the Cookie header of the next call
  /** By name, domain and path: rest-auth also expires copies of other domains and paths. */
  readonly #lines = new Map<string, string>()

  constructor(cookie: string | undefined) {
    this.cookie = cookie
  }

  add(lines: string | readonly string[] | undefined): void {
    if (lines === undefined) return
    for (const line of [lines].flat()) this.#lines.set(identityOf(line), line)
    this.cookie = this.#merged()
  }

  get lines(): string[] {
    return [...this.#lines.values()]
  }

  #merged(): string | undefined {
    const names = new Set([...this.#lines.values()].map(nameOf))
    const sent = (this.cookie ?? '').split(/; */).filter((pair) => pair !== '' && !names.has(nameOf(pair)))
    const set = [...this.#lines.values()]
      .filter((line) => !/; *max-age=0\b/i.test(line))
      .map((line) => line.split(';', 1)[0])
    return [...sent, ...set].join('; ') || undefined
  }
}

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('='))

const identityOf = (line: string): string => [nameOf(line), ...(line.match(/; *(domain|path)=[^;]*/gi) ?? [])].join()
