import { loadLock, nonce } from './document.ts'
import 'kit/styles.css'
import { addCatalogue, KitProvider, loadSession, RouterProvider, startLocale } from 'kit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LockContext } from './federation/lock-context.ts'
import { createRouter } from './router.tsx'

async function start(root: HTMLElement): Promise<void> {
  void loadSession()
  // The language is chosen first, so that no texts are fetched in another one.
  const [{ lock, router }] = await Promise.all([route(), startLocale(), addCatalogue(loadMessages)])
  createRoot(root).render(
    <StrictMode>
      <LockContext value={lock}>
        <KitProvider nonce={nonce}>
          <RouterProvider router={router} />
        </KitProvider>
      </LockContext>
    </StrictMode>,
  )
}

/** The router begins to load the remote of this address at once, beside the session and the texts. */
async function route() {
  const lock = await loadLock()
  return { lock, router: createRouter(lock) }
}

const loadMessages = async (locale: string) =>
  (await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)).messages

/** Without its texts the shell cannot say anything, so this one sentence stands in the document. */
function showFailure(cause: unknown): void {
  document.getElementById('failed')?.removeAttribute('hidden')
  reportError(cause)
}

const root = document.getElementById('root')
if (root) start(root).catch(showFailure)
