import { addCatalogue } from 'kit/shell'

/** Gets the texts of what is loaded when somebody reaches for it (`onDemand` in lingui.config.ts): no page carries them. */
export const addOnDemandTexts = (): Promise<void> => addCatalogue(loadMessages)

// In one file for all languages: the name and the hash of each further one would stand in every page.
const loadMessages = async (locale: string) =>
  (await import(/* webpackMode: "lazy-once", webpackChunkName: "on-demand" */ `./on-demand-locales/${locale}.po`))
    .messages
