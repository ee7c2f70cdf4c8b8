/** Marks a text for `npm run codegen`, like lingui's macro, but returns it unchanged. */
export const msg = ([text = '']: TemplateStringsArray): string => text
