export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

const isRole = (name: string): name is Role => roles.some((role) => role === name)
const split = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/**
 * Roles as a client sends them: one text, comma text or a list of either. Null when a name is unknown or none is left;
 * doubles count once.
 */
export function parseRoles(input: string | readonly string[]): Role[] | null {
  const names = [...new Set([input].flat().flatMap(split))]
  return names.length > 0 && names.every(isRole) ? names : null
}

/** The comma text of a row. Names that an adopted database may hold and this product does not know grant nothing. */
export function parseStoredRoles(text: string | null): Role[] {
  return split(text ?? '').filter(isRole)
}

export function rolesText(list: readonly Role[]): string {
  return list.join(',')
}

export function isOwner(list: readonly Role[]): boolean {
  return list.includes('owner')
}
