declare module '*.css'
// oxlint-disable-next-line no-underscore-dangle -- the bundler's name for the nonce of the styles it adds
declare let __webpack_nonce__: string
// oxlint-disable-next-line no-underscore-dangle -- the bundler's name for the base URL of its files
declare let __webpack_public_path__: string

/** Not in TypeScript's DOM library yet: https://w3c.github.io/trusted-types/dist/spec/ */
interface Window {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string | null; createHTML(html: string): string | null },
    ): unknown
  }
}
