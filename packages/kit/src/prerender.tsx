// Bundled by the build of a remote, which draws the remote's public pages with it.
import { I18nProvider } from '@lingui/react'
import * as react from 'react'
import * as reactDom from 'react-dom'
import { createRoot } from 'react-dom/client'
import * as jsxRuntime from 'react/jsx-runtime'
import { addRemoteTexts, changeLocale } from './i18n/catalogues.ts'
import * as kit from './index.ts'
import type { Remote } from './remote.ts'
import { createBrowserRouter, RouterProvider } from './router/router.tsx'
import { KitProvider } from './ui/kit-provider.tsx'

export const shared = { kit, react, 'react-dom': reactDom, 'react/jsx-runtime': jsxRuntime }

/** Returns the HTML of a page as a guest sees it first. `settle` waits for files. */
export async function drawPage(
  remote: Remote,
  path: string,
  locale: string,
  settle: () => Promise<void>,
): Promise<string> {
  await changeLocale(locale)
  const { i18n, forget } = await addRemoteTexts(remote.loadMessages, (cause) => {
    throw cause
  })
  history.replaceState(null, '', path)
  const router = createBrowserRouter(remote.routes)
  const place = document.createElement('div')
  document.body.append(place)
  let thrown: unknown
  const keep = (error: unknown): void => void (thrown ??= error)
  const root = createRoot(place, { onCaughtError: keep, onUncaughtError: keep })
  await router.arrival
  reactDom.flushSync(() =>
    root.render(
      <KitProvider nonce="">
        <I18nProvider i18n={i18n}>
          <div data-page="">
            <RouterProvider router={router} />
          </div>
        </I18nProvider>
      </KitProvider>,
    ),
  )
  await settle()
  const page = place.querySelector('[data-page]')
  if (page) prepare(page)
  const html = page?.innerHTML ?? ''
  root.unmount()
  place.remove()
  forget()
  if (thrown !== undefined) throw thrown
  return html
}

const references = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns']

/** Its ids must be the same each time, and not those of the live page. Policies block `style`. */
function prepare(page: Element): void {
  const numbers = new Map([...page.querySelectorAll('[id]')].map(({ id }, index) => [id, `still-${index + 1}`]))
  for (const element of page.querySelectorAll('*')) {
    for (const name of ['id', ...references]) {
      const ids = element.getAttribute(name)?.split(' ')
      if (ids) element.setAttribute(name, ids.map((id) => numbers.get(id) ?? id).join(' '))
    }
    const style = element.getAttribute('style')
    element.removeAttribute('style')
    if (style) element.setAttribute('data-style', style)
  }
}
