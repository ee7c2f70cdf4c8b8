/** ISO 639-1, in the order of the language menu. The only list of languages. */
export const languages = ['en', 'uk', 'ru', 'de', 'es', 'fr', 'pl', 'tr'] as const
export type Language = (typeof languages)[number]
