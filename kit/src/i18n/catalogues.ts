import { i18n, type Messages } from '@lingui/core'
import { getSession, subscribeSession } from '../session/session.ts'
import { onTabsTold, tellTabs } from '../session/tabs.ts'
import { chooseLocale, isLocale, rememberLocale } from './locale.ts'
import { pseudoMessages } from './pseudo.ts'

export type LoadMessages = (locale: string) => Promise<Messages>

const sources = new Set<LoadMessages>([loadOwnMessages])
let locale = 'en'

/** Adds the catalogue of the shell or of a remote; resolves when its texts in the current language are there. */
export async function addCatalogue(source: LoadMessages): Promise<void> {
  sources.add(source)
  i18n.load(locale, await messagesOf(source, locale))
}

/** Chooses the language of this visit; when a user signs in, the one that the user chose takes its place. */
export function startLocale(userLanguage?: string | null): Promise<void> {
  const { cookie } = document
  return activate(
    chooseLocale({ search: location.search, userLanguage, cookie, browserLanguages: navigator.languages }),
  )
}

/** Changes the language in all tabs without a reload: typed text, focus and dialogs stay. */
export async function changeLocale(next: string): Promise<void> {
  await activate(next)
  if (locale !== next) return // another choice came in meanwhile
  rememberLocale(next)
  dropAddressWish()
  tellTabs('locale', next)
}

let followed: string | null = null
subscribeSession(() => {
  const session = getSession()
  const wish = session.status === 'signed-in' ? (session.user.language ?? null) : null
  if (wish && wish !== followed) void startLocale(wish)
  followed = wish
})

onTabsTold('locale', (next) => {
  if (!isLocale(next)) return
  dropAddressWish()
  void activate(next)
})

/** Who chooses a language wants it instead of that of the link that led here, also when the session or the page is loaded anew. */
function dropAddressWish(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('lang')) return
  url.searchParams.delete('lang')
  history.replaceState(history.state, '', url)
}

async function activate(next: string): Promise<void> {
  locale = next
  const loaded = await Promise.all([...sources].map((source) => messagesOf(source, next))).catch((cause: unknown) => {
    if (locale === next) locale = i18n.locale // what is shown stays, and what comes later joins it
    throw cause
  })
  if (locale !== next) return
  for (const messages of loaded) i18n.load(next, messages)
  i18n.activate(next)
  document.documentElement.lang = next
}

/** A language that a remote does not have yet shows its English texts. */
async function messagesOf(source: LoadMessages, language: string): Promise<Messages> {
  if (language === 'pseudo') return pseudoMessages(await source('en'))
  return source(language).catch((cause: unknown) => {
    if (language === 'en') throw cause
    return source('en')
  })
}

async function loadOwnMessages(language: string): Promise<Messages> {
  const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `../locales/${language}.po`)
  return messages
}
