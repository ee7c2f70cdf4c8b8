export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

const isRole = (name: string): name is Role => roles.some((role) => role === name)
const split = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Null if a role is unknown or there is none. */
export function parseRoles(input: string | readonly string[]): Role[] | null {
  const names = [...new Set([input].flat().flatMap(split))]
  return names.length > 0 && names.every(isRole) ? names : null
}

/** Ignores unknown roles, which adopted databases may have. */
export const parseStoredRoles = (text: string | null): Role[] => split(text ?? '').filter(isRole)

export const rolesText = (list: readonly Role[]): string => list.join(',')

export const isOwner = (list: readonly Role[]): boolean => list.includes('owner')
