/** The product's languages (ISO 639-1), in the order in which screens offer them: the only list of them. */
export const languages = ['en', 'uk', 'ru', 'de', 'es', 'fr', 'pl', 'tr'] as const
export type Language = (typeof languages)[number]
