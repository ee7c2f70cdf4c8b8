import { I18nProvider } from '@lingui/react'
import { type ReactNode, Suspense, use } from 'react'
import { addRemoteTexts, type RemoteTexts } from './catalogues.ts'

// One chunk for all languages, because each chunk adds its name and hash to every page.
const load = async (locale: string) =>
  (await import(/* webpackMode: "lazy-once", webpackChunkName: "dialogs" */ `../on-demand-locales/${locale}.po`))
    .messages

let texts: Promise<RemoteTexts> | undefined
const loadOnce = () => (texts ??= addRemoteTexts(load, reportError))

/** For components that load on demand and are listed in lingui.config.ts (`onDemandOfKit`). */
export const OnDemandTexts = ({ children }: { children: ReactNode }) => (
  <Suspense>
    <Provider>{children}</Provider>
  </Suspense>
)

const Provider = ({ children }: { children: ReactNode }) => (
  <I18nProvider i18n={use(loadOnce()).i18n}>{children}</I18nProvider>
)
