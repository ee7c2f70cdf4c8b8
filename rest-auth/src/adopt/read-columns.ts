/** The columns that are read of a better-auth database (1.2 to 1.7), by its own names: required ones, and others. */
export const readColumns = {
  user: [
    ['id', 'name', 'email', 'emailVerified', 'createdAt', 'updatedAt'],
    ['image', 'username', 'displayUsername'],
  ],
  organization: [
    ['id', 'name', 'slug', 'createdAt'],
    ['logo', 'metadata'],
  ],
  // "memberCount" and "membershipKey" follow from the rows.
  team: [
    ['id', 'name', 'organizationId', 'createdAt'],
    ['updatedAt', 'memberCount'],
  ],
  teamMember: [
    ['id', 'teamId', 'userId'],
    ['createdAt', 'membershipKey'],
  ],
  session: [
    ['id', 'token', 'userId', 'expiresAt', 'createdAt', 'updatedAt'],
    ['ipAddress', 'userAgent', 'activeOrganizationId', 'impersonatedBy'],
  ],
  account: [
    ['id', 'accountId', 'providerId', 'userId', 'createdAt', 'updatedAt'],
    ['accessToken', 'refreshToken', 'idToken', 'accessTokenExpiresAt', 'refreshTokenExpiresAt', 'scope', 'password'],
  ],
  member: [['id', 'organizationId', 'userId', 'role', 'createdAt'], ['teamId']],
  invitation: [
    ['id', 'organizationId', 'email', 'status', 'expiresAt', 'inviterId'],
    ['role', 'teamId'],
  ],
} as const satisfies Record<string, readonly [needed: readonly string[], other: readonly string[]]>

/** A table that is read, by better-auth's own name for it. */
export type ReadTable = keyof typeof readColumns
export const readTables = Object.keys(readColumns).filter((name): name is ReadTable => name in readColumns)
