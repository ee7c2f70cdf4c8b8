/** The built-in ones. Organizations can have others. */
export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

export const isRole = (name: string): name is Role => roles.some((role) => role === name)

/** Splits a text at commas, or each text of a list. */
export const roleNames = (input: string | readonly string[] | null): string[] => [
  ...new Set(
    [input ?? ''].flat().flatMap((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ),
]

/** The built-in ones. */
export const parseStoredRoles = (text: string | null): Role[] => roleNames(text).filter(isRole)

export const rolesText = (list: readonly string[]): string => list.join(',')

export const isOwner = (list: readonly string[]): boolean => list.includes('owner')
