import { type I18n, i18n, type Messages, setupI18n } from '@lingui/core'
import { getSession, subscribeSession } from '../session/session.ts'
import { onTabsTold, tellTabs } from '../session/tabs.ts'
import { chooseLocale, isLocale, rememberLocale } from './locale.ts'
import { pseudoMessages } from './pseudo.ts'

export type LoadMessages = (locale: string) => Promise<Messages>

/** How long a change of language waits for the catalogues of remotes, so that one page rarely shows two; in milliseconds. */
const PATIENCE = 1000

/** The page's own catalogues. Of equal ids the text of the first one stands. */
const sources = new Set<LoadMessages>([loadOwnMessages])
/** Each gets the texts of one remote in a language, and answers how to show them. */
const remotes = new Set<(language: string) => Promise<() => void>>()
let locale = 'en'

/** Adds the catalogue of the shell; resolves when its texts in the current language are there. */
export async function addCatalogue(source: LoadMessages): Promise<void> {
  sources.add(source)
  const language = locale
  join(language, await messagesOf(source, language))
}

/** The texts of one remote: kit's with its own, which are nobody else's. Goes into an `I18nProvider` around all that it draws. */
export interface RemoteTexts {
  i18n: I18n
  /** From now on they do not follow the language any more. */
  forget: () => void
}

/**
 * Gives a remote texts of its own; resolves when they are there in the current language. They follow the language, and no page waits for
 * them: until they come the remote goes on in the language before, and `tell` hears why when they do not come and English stands in.
 */
export async function addRemoteTexts(source: LoadMessages, tell: (cause: unknown) => void): Promise<RemoteTexts> {
  const own = setupI18n()
  let shown: Messages | undefined
  const english = async (cause: unknown) => {
    const messages = await source('en')
    tell(cause)
    return messages
  }
  const stay = (cause: unknown) => {
    if (!shown) throw cause
    tell(cause)
    return shown
  }
  const get = async (language: string) => {
    const [kits, messages] = await Promise.all([
      messagesOf(loadOwnMessages, language),
      messagesOf(source, language, english).catch(stay),
    ])
    return () => {
      shown = messages
      own.loadAndActivate({ locale: language, messages: { ...kits, ...messages } })
    }
  }
  const first = locale
  const show = await get(first)
  remotes.add(get)
  show()
  if (locale !== first) await get(locale).then((showNow) => showNow())
  return { i18n: own, forget: () => void remotes.delete(get) }
}

/** Adds to the page what it has no text for yet. */
function join(language: string, messages: Messages): void {
  i18n.load(language, i18n.locale === language ? { ...messages, ...i18n.messages } : { ...messages })
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
  const following = [...remotes].map((get) => get(next))
  const whole = Promise.allSettled(following)
  const loaded = await Promise.all([...sources].map((source) => messagesOf(source, next))).catch((cause: unknown) => {
    if (locale === next) locale = i18n.locale // what is shown stays, and what comes later joins it
    throw cause
  })
  await Promise.race([whole, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
  if (locale !== next) return
  i18n.load(next, Object.assign({}, ...loaded.toReversed()))
  i18n.activate(next)
  document.documentElement.lang = next
  for (const texts of following) void texts.then((show) => locale === next && show())
}

/** A language that a remote does not have yet shows its English texts. */
async function messagesOf(
  source: LoadMessages,
  language: string,
  instead: (cause: unknown) => Promise<Messages> = () => source('en'),
): Promise<Messages> {
  if (language === 'pseudo') return pseudoMessages(await source('en'))
  return source(language).catch((cause: unknown) => {
    if (language === 'en') throw cause
    return instead(cause)
  })
}

async function loadOwnMessages(language: string): Promise<Messages> {
  const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `../locales/${language}.po`)
  return messages
}
