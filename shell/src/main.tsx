import { nonce, openLock } from './document.ts'
import 'kit/styles.css'
import { loadSession, useSession } from 'kit'
import { addCatalogue, KitProvider, RouterProvider, startLocale } from 'kit/shell'
import { type ReactNode, StrictMode, useEffect, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { findRouteOwner, type KnownLock, SIGN_IN_PATH } from 'contract/version-lock.ts'
import { LockContext } from './federation/lock-context.ts'
import { reportCaught, watchRemotes } from './federation/failure.ts'
import { fetchSignedInHeader } from './layout/fetch-signed-in.ts'
import { createRouter } from './router.tsx'
import { takeOver } from './take-over.ts'

async function start(root: HTMLElement): Promise<void> {
  void loadSession()
  const styles = Promise.all(stylesheets.map(loadStyle))
  const [{ lock, router }] = await Promise.all([openRouter(), startLocale(), addCatalogue(loadMessages), styles])
  takeOver(root)
  createRoot(root, { onCaughtError: reportCaught }).render(
    <StrictMode>
      <LockProvider lock={lock}>
        <KitProvider nonce={nonce}>
          <RouterProvider router={router} />
        </KitProvider>
      </LockProvider>
    </StrictMode>,
  )
}

/** The menu of signed-in users needs the whole version lock. */
function LockProvider({ lock, children }: { lock: KnownLock; children: ReactNode }) {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'signed-in') void lock.whole()
  }, [lock, status])
  return <LockContext value={useSyncExternalStore(lock.subscribe, () => lock.now)}>{children}</LockContext>
}

/** Creating the router starts to load the remote of the current page. */
async function openRouter() {
  keepFragment()
  const lock = await openLock()
  const router = createRouter(lock)
  watchRemotes(lock, router)
  // Visitors of a page that requires a session are most likely signed in.
  if (findRouteOwner(lock.now, location.pathname)?.access === 'user') fetchSignedInHeader().catch(() => {})
  return { lock, router }
}

/** When the server sends a guest to sign-in, the browser puts the fragment there instead of into `redirectTo`. */
function keepFragment(): void {
  const { pathname, search, hash } = location
  const query = new URLSearchParams(search)
  const target = query.get('redirectTo')
  if (pathname !== SIGN_IN_PATH || hash === '' || !target || target.includes('#')) return
  query.set('redirectTo', target + hash)
  history.replaceState(null, '', `${pathname}?${query}`)
}

const loadMessages = async (locale: string) =>
  (await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)).messages

/** A remote loads its own. */
const stylesheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ href }) =>
  new URL(href).pathname.startsWith('/assets/'),
)

/** Scripts run after the styles, so a stylesheet without a sheet has already failed. */
async function loadStyle(link: HTMLLinkElement): Promise<void> {
  if (link.sheet) return
  const again = document.createElement('link')
  for (const { name, value } of link.attributes) again.setAttribute(name, value)
  again.href += '?attempt=1'
  await new Promise((resolve, reject) => {
    again.addEventListener('load', resolve)
    again.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)))
    link.replaceWith(again)
  })
}

function showFailure(cause: unknown): void {
  document.getElementById('failed')?.removeAttribute('hidden')
  reportError(cause)
}

const root = document.getElementById('root')
if (root) start(root).catch(showFailure)
