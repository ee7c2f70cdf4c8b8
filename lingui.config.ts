import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { findRemotes } from './scripts/product/find-remotes.ts'

/** `lingui extract` fills each package's own catalogues; the bundler compiles them (kit/build/po-loader.ts). */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'uk', 'ru', 'de', 'es', 'fr', 'pl', 'tr'],
  catalogs: ['kit', 'shell', ...findRemotes()].map((name) => ({
    path: `<rootDir>/${name}/src/locales/{locale}`,
    include: [`<rootDir>/${name}/src`],
    exclude: ['**/*.test.*'],
  })),
  format: formatter({ lineNumbers: false }),
})
