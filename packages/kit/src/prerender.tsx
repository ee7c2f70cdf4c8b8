// Bundled by the build of a remote, which draws the remote's public pages with it.
import { I18nProvider } from '@lingui/react'
import * as react from 'react'
import * as reactDom from 'react-dom'
import { createRoot } from 'react-dom/client'
import * as jsxRuntime from 'react/jsx-runtime'
import { addRemoteTexts, changeLocale } from './i18n/catalogues.ts'
import * as kit from './index.ts'
import type { Remote } from './remote.ts'
import type { RouteObject } from './router/route.ts'
import { PageRouter } from './router/page-router.tsx'
import { RouterProvider } from './router/router.tsx'
import { KitProvider } from './ui/kit-provider.tsx'

export const shared = { kit, react, 'react-dom': reactDom, 'react/jsx-runtime': jsxRuntime }

/** Draws the routes with `prerender: true` as guests see them first. `settle` waits for files. */
export async function drawPages(remote: Remote, locales: string[], settle: () => Promise<void>) {
  const pages: { pattern: string; locale: string; html: string }[] = []
  for (const pattern of findPages(remote.routes, '')) {
    const draw = (locale: string): Promise<string> =>
      drawPage(remote, pattern, locale, settle).catch((cause: unknown) => {
        throw new Error(`the page at ${pattern} throws ${cause instanceof Error ? cause.message : String(cause)}`)
      })
    // Loads what is loaded late. Whether React shows it the first time depends on the clock.
    await draw('en')
    for (const locale of locales) pages.push({ pattern, locale, html: await draw(locale) })
  }
  return pages
}

function findPages(routes: readonly RouteObject[], parent: string): string[] {
  return routes.flatMap(({ path = '', prerender = false, children = [] }) => {
    const pattern = path.startsWith('/') ? path : [parent, path].filter(Boolean).join('/')
    if (prerender && /[*?]/.test(pattern)) throw new Error(`the URL of the route ${pattern} is not known`)
    return [...(prerender ? [pattern || '/'] : []), ...findPages(children, pattern)]
  })
}

async function drawPage(
  { routes, loadMessages }: Remote,
  path: string,
  locale: string,
  settle: () => Promise<void>,
): Promise<string> {
  await changeLocale(locale)
  const { i18n, forget } = await addRemoteTexts(loadMessages, (cause) => {
    throw cause
  })
  history.replaceState(null, '', path)
  const router = new PageRouter(routes)
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
  if (html === '') thrown ??= new Error('nothing: it is empty')
  root.unmount()
  place.remove()
  forget()
  if (thrown !== undefined) throw thrown
  return html
}

const references = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns']

/** Its ids must be the same each time, and not those of the live page. Policies block `style`. */
function prepare(page: Element): void {
  const styles: string[] = []
  const numbers = new Map([...page.querySelectorAll('[id]')].map(({ id }, index) => [id, `still-${index + 1}`]))
  for (const element of page.querySelectorAll('*')) {
    for (const name of ['id', ...references]) {
      const ids = element.getAttribute(name)?.split(' ')
      if (ids) element.setAttribute(name, ids.map((id) => numbers.get(id) ?? id).join(' '))
    }
    const style = element.getAttribute('style')
    element.removeAttribute('style')
    if (!style) continue
    // Mantine repeats long ones: later elements name the number of the first.
    const known = styles.indexOf(style)
    element.setAttribute('data-style', known < 0 ? style : String(known + 1))
    if (known < 0) styles.push(style)
  }
}
