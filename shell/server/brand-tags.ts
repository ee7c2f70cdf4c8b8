import { accentRoles, accentStyles } from 'service/accent.ts'
import { type Brand, defaultBrand, initialOf } from 'service/brand.ts'
import { escapeHtml } from 'service/escape-html.ts'

/** The brand in the head of a document. kit reads it there (kit/src/brand.ts). */
export function createBrandTags(brand: Brand): (nonce: string) => string {
  const { PRODUCT_NAME: name, PRODUCT_ACCENT: accent } = brand
  const links = {
    icon: markUrl(brand),
    help: brand.SUPPORT_URL,
    'terms-of-service': brand.TERMS_URL,
    'privacy-policy': brand.PRIVACY_URL,
  }
  const tags = [
    `<title>${escapeHtml(name)}</title>`,
    `<meta name="application-name" content="${escapeHtml(name)}">`,
    ...Object.entries(links).map(([relation, url]) => url && `<link rel="${relation}" href="${escapeHtml(url)}">`),
  ].join('')
  // The stylesheet contains the default accent.
  const styles = accent === defaultBrand.PRODUCT_ACCENT ? '' : accentStyles(accent)
  return (nonce) => tags + (styles && `<style nonce="${nonce}">${styles}</style>`)
}

export const markUrl = (brand: Brand): string => `data:image/svg+xml,${encodeURIComponent(markOf(brand))}`

/** Its `currentColor` is the accent, because an image does not inherit the colour of the text. */
export function markOf({ PRODUCT_MARK, PRODUCT_NAME, PRODUCT_ACCENT }: Brand): string {
  const { accent, 'on-accent': onAccent } = accentRoles(PRODUCT_ACCENT, 'light')
  if (PRODUCT_MARK) return PRODUCT_MARK.replaceAll(/\bcurrentcolor\b/gi, accent)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent}"/><text x="16" y="22.5" font-family="Arial,sans-serif" font-size="18" font-weight="600" text-anchor="middle" fill="${onAccent}">${escapeHtml(initialOf(PRODUCT_NAME))}</text></svg>`
}
