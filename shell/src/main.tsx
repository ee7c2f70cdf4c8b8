import { nonce, openLock } from './document.ts'
import 'kit/styles.css'
import { loadSession } from 'kit'
import { addCatalogue, KitProvider, RouterProvider, startLocale } from 'kit/shell'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { findRouteOwner } from 'contract/lock.ts'
import { LockProvider } from './federation/lock-provider.tsx'
import { hearCaught, watchRemotes } from './federation/failure.ts'
import { fetchSignedInHeader } from './layout/fetch-signed-in.ts'
import { createRouter } from './router.tsx'

async function start(root: HTMLElement): Promise<void> {
  void loadSession()
  // The language is chosen first, so that no texts are fetched in another one.
  const styles = Promise.all(stylesheets.map(loadStyle))
  const [{ lock, router }] = await Promise.all([route(), startLocale(), addCatalogue(loadMessages), styles])
  createRoot(root, { onCaughtError: hearCaught }).render(
    <StrictMode>
      <LockProvider lock={lock}>
        <KitProvider nonce={nonce}>
          <RouterProvider router={router} />
        </KitProvider>
      </LockProvider>
    </StrictMode>,
  )
}

/** The router begins to load the remote of this address at once, beside the session and the texts. */
async function route() {
  const lock = await openLock()
  watchRemotes(lock)
  // On a page of users, who look at it are most probably signed in.
  if (findRouteOwner(lock.now, location.pathname)?.access === 'user') fetchSignedInHeader().catch(() => {})
  return { lock, router: createRouter(lock) }
}

const loadMessages = async (locale: string) =>
  (await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)).messages

const stylesheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]

/** Scripts wait for the styles before them: what is missing now did not come, or was another file. It is tried once more. */
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

/**
 * Without its texts or styles the shell cannot be used, so this one sentence stands in the document. When the scripts do not arrive, nobody
 * else says so: a rule of the document shows it after 15 s, out of the flow, since it moves nothing while it is invisible; not where no
 * script may run, for then none has failed.
 */
function showFailure(cause: unknown): void {
  document.getElementById('failed')?.removeAttribute('hidden')
  reportError(cause)
}

const root = document.getElementById('root')
if (root) start(root).catch(showFailure)
