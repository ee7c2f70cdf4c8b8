/** The columns of better-auth 1.2 to 1.7: required and optional ones. */
export const readColumns = {
  user: [
    ['id', 'name', 'email', 'emailVerified', 'createdAt', 'updatedAt'],
    ['image', 'username', 'displayUsername', 'role', 'banned', 'banReason', 'banExpires', 'twoFactorEnabled'],
  ],
  organization: [
    ['id', 'name', 'slug', 'createdAt'],
    ['logo', 'metadata'],
  ],
  // "memberCount" and "membershipKey" can be derived.
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
    ['ipAddress', 'userAgent', 'activeOrganizationId', 'activeTeamId', 'impersonatedBy'],
  ],
  account: [
    ['id', 'accountId', 'providerId', 'userId', 'createdAt', 'updatedAt'],
    ['accessToken', 'refreshToken', 'idToken', 'accessTokenExpiresAt', 'refreshTokenExpiresAt', 'scope', 'password'],
  ],
  member: [['id', 'organizationId', 'userId', 'role', 'createdAt'], ['teamId']],
  passkey: [
    ['id', 'publicKey', 'userId', 'credentialID', 'counter', 'deviceType', 'backedUp'],
    ['name', 'transports', 'createdAt', 'aaguid'],
  ],
  // Without the counters of wrong codes.
  twoFactor: [
    ['userId', 'secret', 'backupCodes'],
    ['verified', 'id', 'failedVerificationCount', 'lockedUntil'],
  ],
  organizationRole: [
    ['id', 'organizationId', 'role', 'permission'],
    ['createdAt', 'updatedAt'],
  ],
  invitation: [
    ['id', 'organizationId', 'email', 'status', 'expiresAt', 'inviterId'],
    ['role', 'teamId', 'createdAt'],
  ],
} as const satisfies Record<string, readonly [needed: readonly string[], other: readonly string[]]>

export type ReadTable = keyof typeof readColumns
export const readTables = Object.keys(readColumns).filter((name): name is ReadTable => name in readColumns)
