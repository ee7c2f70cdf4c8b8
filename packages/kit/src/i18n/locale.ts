import { languages } from 'contract/languages.ts'

export { languages }

const COOKIE = 'lang'
const COOKIE_MAX_AGE_S = 365 * 86_400

interface LocaleWishes {
  search: string
  userLanguage?: string | null | undefined
  cookie: string
  browserLanguages: readonly string[]
}

export function chooseLocale({ search, userLanguage, cookie, browserLanguages }: LocaleWishes): string {
  const wishes = [new URLSearchParams(search).get('lang'), userLanguage, ...readCookies(cookie), ...browserLanguages]
  for (const wish of wishes) {
    const language = wish?.toLowerCase().split('-')[0]
    if (language && isLocale(language)) return language
  }
  return 'en'
}

// `pseudo` lets tests find texts that are not in a catalogue.
export function isLocale(language: string): boolean {
  return [...languages, 'pseudo'].includes(language)
}

export function rememberLocale(locale: string): void {
  document.cookie = `${COOKIE}=${locale}; Path=/; Max-Age=${COOKIE_MAX_AGE_S}; SameSite=Lax`
}

/** Several if another server of the domain sets one, too. */
function readCookies(cookie: string): string[] {
  const pairs = cookie.split('; ').filter((pair) => pair.startsWith(`${COOKIE}=`))
  return pairs.map((pair) => pair.slice(COOKIE.length + 1))
}
