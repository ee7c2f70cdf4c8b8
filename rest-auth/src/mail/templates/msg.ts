/**
 * Marks a text for `npm run codegen`, which puts it into the catalogues (`lingui.config.ts` says that this is lingui's macro).
 * As no compiler runs over this package, it is the text itself.
 */
export const msg = ([text = '']: TemplateStringsArray): string => text
