/**
 * Whether something holds in this product: `sign-up`, `demo-providers`, `provider-github`.
 * Everything holds while a page is prerendered: name the fact in `data-when` (or `!name` for its
 * opposite), so that the server can remove the element.
 */
export function hasFact(name: string): boolean {
  if (document.documentElement.dataset['prerender'] !== undefined) return true
  // The server writes it into the document. An older one does not.
  const facts: unknown = JSON.parse(document.getElementById('facts')?.textContent ?? '["sign-up"]')
  return Array.isArray(facts) && facts.includes(name)
}
