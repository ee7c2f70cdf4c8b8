import { babelExtractor } from '@lingui/cli/api/extractors/babel'
import { defineConfig, type ExtractorType } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { labelsOf, parseRemoteDescription } from 'contract/remote-description.ts'
import { languages } from 'contract/languages.ts'
import { findRemotes } from './tools/product/find-remotes.ts'

/** Labels of menu entries, which remote-tools/build/labels.ts publishes. */
const labelExtractor: ExtractorType = {
  match: (file) => file.endsWith('remote.json'),
  extract(file, content, found) {
    for (const label of labelsOf(parseRemoteDescription(JSON.parse(content)))) {
      found({ id: generateMessageId(label.en), message: label.en, origin: [file, 1], placeholders: {} })
    }
  },
}

/** Parts of the shell that load on demand, with their texts (shell/src/on-demand-texts.ts). */
const onDemand = [
  'browser-accounts.ts',
  'layout/appearance.tsx',
  'layout/impersonation-banner.tsx',
  'layout/other-accounts.tsx',
  'layout/passkey-offer.tsx',
  'layout/user-menu-content.tsx',
  'navigation/missing-right.tsx',
  'navigation/organization-choice.tsx',
  'palette/page-details.ts',
  'palette/palette.tsx',
  'palette/use-entries.ts',
  'palette/use-pages.ts',
  'pages/preview-page.tsx',
  'pages/preview-question.tsx',
  'previews/preview-banner.tsx',
].map((file) => `<rootDir>/shell/src/${file}`)

/** The same of kit (packages/kit/src/i18n/on-demand-texts.tsx). */
const onDemandOfKit = [
  'passkeys/passkey-failure.tsx',
  'picture/picture-editor.tsx',
  'step-up/code-form.tsx',
  'step-up/ended-session-dialog.tsx',
  'step-up/fresh-session-dialog.tsx',
  'step-up/passkey-button.tsx',
  'step-up/password-form.tsx',
  'step-up/second-factor.tsx',
  'step-up/step-up-texts.ts',
].map((file) => `<rootDir>/packages/kit/src/${file}`)

/** For `lingui extract`. The bundler compiles the catalogues (remote-tools/build/po-loader.ts). */
export default defineConfig({
  sourceLocale: 'en',
  locales: [...languages],
  catalogs: [
    ...['packages/kit', 'shell', 'rest-auth', ...findRemotes()].map((name) => ({
      path: `<rootDir>/${name}/src/locales/{locale}`,
      include: [`<rootDir>/${name}/src`, `<rootDir>/${name}/remote.json`],
      exclude: ['**/*.test.*', ...onDemand, ...onDemandOfKit],
    })),
    { path: '<rootDir>/shell/src/on-demand-locales/{locale}', include: onDemand },
    { path: '<rootDir>/packages/kit/src/on-demand-locales/{locale}', include: onDemandOfKit },
  ],
  extractors: [babelExtractor, labelExtractor],
  // Screens use lingui's macros, emails those of rest-auth/src/mail/templates/msg.ts.
  macro: { corePackage: ['@lingui/core/macro', './msg.ts'] },
  format: formatter({ lineNumbers: false }),
})
