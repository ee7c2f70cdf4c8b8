declare module '*.css'
/* oxlint-disable no-underscore-dangle -- names of the bundler: https://webpack.js.org/api/module-variables/ */

/** Styles and scripts that the bundler adds carry this nonce. */
declare let __webpack_nonce__: string
declare const __webpack_init_sharing__: (scope: string) => Promise<void>
declare const __webpack_share_scopes__: { default: object }

/** Not in TypeScript's DOM library yet: https://w3c.github.io/trusted-types/dist/spec/ */
interface Window {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string | null; createHTML(html: string): string | null },
    ): unknown
  }
}
