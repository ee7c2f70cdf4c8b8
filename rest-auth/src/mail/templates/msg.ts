/** Marks a text for `npm run codegen` as lingui's macro does; no compiler runs here, so it is the text itself. */
export const msg = ([text = '']: TemplateStringsArray): string => text
