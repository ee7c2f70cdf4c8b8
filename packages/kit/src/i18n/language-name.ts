/** The name of a language in itself ("Deutsch"), as its own readers look for it. */
export function languageName(locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
  return name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1)
}
