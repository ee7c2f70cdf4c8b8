import { I18nProvider } from '@lingui/react'
import { type ReactNode, use } from 'react'
import { addRemoteTexts } from '../i18n/catalogues.ts'

// One chunk for all languages, because each chunk adds its name and hash to every page.
const load = async (locale: string) =>
  (await import(/* webpackMode: "lazy-once", webpackChunkName: "dialogs" */ `../on-demand-locales/${locale}.po`))
    .messages

const texts = addRemoteTexts(load, reportError)

/** Texts of components that load on demand (`onDemand` in lingui.config.ts). */
export const OnDemandTexts = ({ children }: { children: ReactNode }) => (
  <I18nProvider i18n={use(texts).i18n}>{children}</I18nProvider>
)
