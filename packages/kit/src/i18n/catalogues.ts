import { type I18n, i18n, type Messages, setupI18n } from '@lingui/core'
import { getSession, subscribeSession } from '../session/session.ts'
import { onTabMessage, postToTabs } from '../session/tabs.ts'
import { chooseLocale, isLocale, rememberLocale } from './locale.ts'
import { pseudoMessages } from './pseudo.ts'

export type LoadMessages = (locale: string) => Promise<Messages>

// How long a change of language waits for remotes, so that pages rarely show two languages.
const CATALOGUE_TIMEOUT_MS = 1000

const sources = new Set<LoadMessages>([loadOwnMessages])
// Each loads the texts of a remote and returns a function that shows them.
const remotes = new Set<(language: string) => Promise<() => void>>()
let locale = 'en'

export async function addCatalogue(source: LoadMessages): Promise<void> {
  sources.add(source)
  const language = locale
  const messages = await messagesOf(source, language)
  i18n.load(language, i18n.locale === language ? { ...messages, ...i18n.messages } : { ...messages })
}

export interface RemoteTexts {
  i18n: I18n
  forget: () => void
}

// Pages do not wait for a remote's texts: until they arrive, it keeps the previous language. If a
// catalogue is missing, the remote falls back to English, and `tell` is called with the cause.
export async function addRemoteTexts(source: LoadMessages, tell: (cause: unknown) => void): Promise<RemoteTexts> {
  const own = setupI18n()
  let shown: Messages | undefined
  const keepShown = (cause: unknown) => {
    if (!shown) throw cause
    tell(cause)
    return shown
  }
  const load = async (language: string) => {
    const [kitMessages, messages] = await Promise.all([
      messagesOf(loadOwnMessages, language),
      messagesOf(source, language, tell).catch(keepShown),
    ])
    return () => {
      shown = messages
      own.loadAndActivate({ locale: language, messages: { ...kitMessages, ...messages } })
    }
  }
  const first = locale
  const show = await load(first)
  remotes.add(load)
  show()
  if (locale !== first) await load(locale).then((showNow) => showNow())
  return { i18n: own, forget: () => void remotes.delete(load) }
}

export function startLocale(userLanguage?: string | null): Promise<void> {
  const { cookie } = document
  return activate(
    chooseLocale({ search: location.search, userLanguage, cookie, browserLanguages: navigator.languages }),
  )
}

// Without a reload, so that typed text stays.
export async function changeLocale(next: string): Promise<void> {
  await activate(next)
  if (locale !== next) return // the user chose another one meanwhile
  rememberLocale(next)
  removeLangParameter()
  postToTabs('locale', next)
}

let lastWish: string | null = null
subscribeSession(() => {
  const session = getSession()
  const wish = session.status === 'signed-in' ? (session.user.language ?? null) : null
  if (wish && wish !== lastWish) void startLocale(wish)
  lastWish = wish
})

onTabMessage('locale', (next) => {
  if (!isLocale(next)) return
  removeLangParameter()
  void activate(next)
})

// `?lang=` would override the user's choice after a reload or sign-in.
function removeLangParameter(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('lang')) return
  url.searchParams.delete('lang')
  history.replaceState(history.state, '', url)
}

async function activate(next: string): Promise<void> {
  locale = next
  const following = [...remotes].map((load) => load(next))
  const allLoaded = Promise.allSettled(following)
  const loaded = await Promise.all([...sources].map((source) => messagesOf(source, next))).catch((cause: unknown) => {
    if (locale === next) locale = i18n.locale // keep the shown language, also for remotes that load later
    throw cause
  })
  await Promise.race([allLoaded, new Promise((resolve) => setTimeout(resolve, CATALOGUE_TIMEOUT_MS))])
  if (locale !== next) return
  i18n.load(next, Object.assign({}, ...loaded.toReversed()))
  i18n.activate(next)
  document.documentElement.lang = next
  for (const texts of following) void texts.then((show) => locale === next && show())
}

async function messagesOf(source: LoadMessages, language: string, tell?: (cause: unknown) => void): Promise<Messages> {
  if (language === 'pseudo') return pseudoMessages(await source('en'))
  return source(language).catch(async (cause: unknown) => {
    if (language === 'en') throw cause
    const english = await source('en')
    tell?.(cause)
    return english
  })
}

async function loadOwnMessages(language: string): Promise<Messages> {
  const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `../locales/${language}.po`)
  return messages
}
