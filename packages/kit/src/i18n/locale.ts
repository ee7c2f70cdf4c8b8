import { languages } from 'rest-auth/languages'

export { languages }

const COOKIE = 'lang'
const COOKIE_MAX_AGE_S = 365 * 86_400

/** The wishes for a language, strongest first: `?lang=`, the signed-in user, the cookie, the browser. */
interface LocaleWishes {
  search: string
  userLanguage?: string | null | undefined
  cookie: string
  browserLanguages: readonly string[]
}

/** The first wish that names a language which the product has, else English. */
export function chooseLocale({ search, userLanguage, cookie, browserLanguages }: LocaleWishes): string {
  const wishes = [new URLSearchParams(search).get('lang'), userLanguage, readCookie(cookie), ...browserLanguages]
  for (const wish of wishes) {
    const language = wish?.toLowerCase().split('-')[0]
    if (language && isLocale(language)) return language
  }
  return 'en'
}

/** `pseudo`, which no screen offers, proves to the tests that no text bypasses the catalogues. */
export function isLocale(language: string): boolean {
  return [...languages, 'pseudo'].includes(language)
}

export function rememberLocale(locale: string): void {
  document.cookie = `${COOKIE}=${locale}; Path=/; Max-Age=${COOKIE_MAX_AGE_S}; SameSite=Lax`
}

function readCookie(cookie: string): string | undefined {
  return cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)
}
