/** Fields with a token, "operator", or the email of an operator. */
const actors = new Set(['who', 'by', 'createdBy', 'grantedBy', 'movedBy', 'publishedBy', 'setBy'])

/** For everybody but operators: an email is personal data. */
export const hideOperator = (who: string): string => (who.includes('@') && !who.startsWith('token ') ? 'operator' : who)

/** Hides the operators in all fields of a response that name an actor. */
export function hideOperators(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return actors.has(key) ? hideOperator(value) : value
  if (Array.isArray(value)) return value.map((each) => hideOperators(each))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideOperators(each, name)]))
}
