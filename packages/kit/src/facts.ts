/**
 * Whether something holds in this product: `sign-up`, `passwords`, `demo-providers`,
 * `provider-github`, or the opposite: `!sign-up`. Everything holds while a page is prerendered:
 * repeat the name in `data-when`, so that the server can remove the element.
 */
export function hasFact(name: string): boolean {
  if (document.documentElement.dataset['prerender'] !== undefined) return true
  // The server writes it into the document. An older one does not.
  const facts: unknown = JSON.parse(document.getElementById('facts')?.textContent ?? '["sign-up", "passwords"]')
  const isOpposite = name.startsWith('!')
  return Array.isArray(facts) && facts.includes(isOpposite ? name.slice(1) : name) !== isOpposite
}
