import { ApiError } from '../errors.ts'

export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

const isRole = (name: string): name is Role => roles.some((role) => role === name)
const split = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Refuses unknown roles, and none at all. */
export function requireRoles(input: string | readonly string[]): Role[] {
  const names = [...new Set([input].flat().flatMap(split))]
  if (names.length > 0 && names.every(isRole)) return names
  throw new ApiError('ROLE_NOT_FOUND')
}

/** Ignores unknown roles, which adopted databases may have. */
export function parseStoredRoles(text: string | null): Role[] {
  return split(text ?? '').filter(isRole)
}

export function rolesText(list: readonly Role[]): string {
  return list.join(',')
}

export function isOwner(list: readonly Role[]): boolean {
  return list.includes('owner')
}
