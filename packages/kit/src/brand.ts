/** How the operator presents the product. The server writes it into the head of the document. */
export const brand = {
  name: document.head.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? 'Accounts',
  /** A URL of an image, or undefined if the page has none (tests). */
  mark: linked('icon'),
  supportUrl: linked('help'),
  termsUrl: linked('terms-of-service'),
  privacyUrl: linked('privacy-policy'),
}

function linked(relation: string): string | undefined {
  return document.head.querySelector<HTMLLinkElement>(`link[rel=${relation}]`)?.href
}
