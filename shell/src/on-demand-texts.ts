import { addCatalogue } from 'kit/shell'

/** Texts of on-demand components (`onDemand` in lingui.config.ts), which no page preloads. */
export const addOnDemandTexts = (): Promise<void> => addCatalogue(loadMessages)

// One chunk for all languages, because each chunk adds its name and hash to every page.
const loadMessages = async (locale: string) =>
  (await import(/* webpackMode: "lazy-once", webpackChunkName: "on-demand" */ `./on-demand-locales/${locale}.po`))
    .messages
