import { addCatalogue } from 'kit'

/** Gets the texts of what is loaded when somebody reaches for it (`onDemand` in lingui.config.ts): no page carries them. */
export const addOnDemandTexts = (): Promise<void> => addCatalogue(loadMessages)

const loadMessages = async (locale: string) =>
  (await import(/* webpackChunkName: "on-demand-[request]" */ `./on-demand-locales/${locale}.po`)).messages
