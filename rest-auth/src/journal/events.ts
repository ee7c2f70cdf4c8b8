/** Ids, roles, slugs and our own words: never names, emails or input, except an administrator's `reason`. */
interface Fields {
  /** A column of its own: whom it is about. */
  userId: string
  /** A column of its own. Null for webhooks of the installation, and keys of people. */
  organizationId: string | null
  /** A column of its own: the invited address. */
  email: string
  /** Names of changed fields. */
  fields: readonly string[]
  /** When it takes effect. */
  from: string
  invitationId: string
  keyId: string
  /** An email's. Null for all of them. */
  number: string | null
  /** How many. */
  count: string
  /** Such as `team:create`, separated by commas. */
  permissions: string
  previousPermissions: string
  previousRoles: string
  previousTeamId: string | null
  provider: string
  reason: string
  roles: string
  /** A remote's name. */
  service: string
  teamId: string | null
  until: string | null
  webhookId: string
}
type Field = keyof Fields

const signIn = <Names extends Field = never>(...fields: Names[]) => ({ kind: 'sign-in', fields }) as const
const change = <Names extends Field = never>(...fields: Names[]) => ({ kind: 'change', fields }) as const
/** For administrators, whose reason is input and not logged. */
const act = <Names extends Field = never>(...fields: Names[]) =>
  ({ kind: 'change', isAct: true, fields: ['userId', 'reason', ...fields] }) as const

/** Every event of the journal, with its kind and its details. Explained in docs/security-events.md. */
export const events = {
  'session.created': signIn(),
  'session.ended': signIn('reason'),
  'sign-in.refused': signIn('reason'),
  'impersonation.started': { ...act('until'), kind: 'sign-in' as const },
  'impersonation.ended': signIn('reason'),
  'account.created': change('provider'),
  'account.claimed': change(),
  'account.disowned': change('userId'),
  'account.deletion-asked': change(),
  'account.exported': change(),
  'account.deleted': change(),
  'password.changed': change(),
  'password.reset-asked': change(),
  'password.reset': change(),
  'email.verified': change(),
  'email.change-asked': change(),
  'email.change-canceled': change(),
  'email.changed': change(),
  'email.proof-withdrawn': change('userId'),
  'username.changed': change(),
  'profile.changed': change('fields'),
  'provider.linked': change('provider'),
  'provider.unlinked': change('provider'),
  'passkey.added': change(),
  'passkey.removed': change(),
  'two-factor.enabled': change(),
  'two-factor.disabled': change(),
  'backup-codes.renewed': change(),
  'backup-code.used': signIn('count'),
  'trusted-device.added': change(),
  'trusted-device.removed': change(),
  'one-time-token.made': signIn(),
  'one-time-token.used': signIn(),
  'organization.created': change('organizationId'),
  'organization.changed': change('organizationId', 'fields'),
  'organization.second-factor-required': change('organizationId', 'from'),
  'organization.second-factor-not-required': change('organizationId'),
  'organization.deleted': change('organizationId'),
  'organization.deleted-by-administrator': { ...change('organizationId', 'reason'), isAct: true as const },
  'member.joined': change('organizationId', 'userId', 'roles'),
  'member.role-changed': change('organizationId', 'userId', 'roles', 'previousRoles'),
  'owner.changed': change('organizationId', 'userId', 'roles', 'previousRoles'),
  'member.team-changed': change('organizationId', 'userId', 'teamId', 'previousTeamId'),
  'member.removed': change('organizationId', 'userId'),
  'member.left': change('organizationId'),
  'role.created': change('organizationId', 'roles', 'permissions'),
  'role.changed': change('organizationId', 'roles', 'previousRoles', 'permissions', 'previousPermissions'),
  'role.deleted': change('organizationId', 'roles', 'permissions'),
  'team.created': change('organizationId', 'teamId'),
  'team.changed': change('organizationId', 'teamId'),
  'team.deleted': change('organizationId', 'teamId'),
  'invitation.sent': change('organizationId', 'invitationId', 'email', 'roles'),
  'invitation.accepted': change('organizationId', 'invitationId', 'email'),
  'invitation.rejected': change('organizationId', 'invitationId', 'email'),
  'invitation.canceled': change('organizationId', 'invitationId', 'email'),
  'webhook.created': change('organizationId', 'webhookId'),
  'webhook.changed': change('organizationId', 'webhookId', 'fields'),
  'webhook.deleted': change('organizationId', 'webhookId'),
  'webhook.disabled': change('organizationId', 'webhookId'),
  'key.created': change('organizationId', 'keyId', 'permissions'),
  'key.changed': change('organizationId', 'keyId', 'fields', 'permissions'),
  'key.deleted': change('organizationId', 'keyId'),
  'operator.added': change('userId'),
  'operator.removed': change('userId'),
  'user.role-changed': act('roles'),
  'user.banned': act('until'),
  'user.unbanned': act(),
  'user.created-by-administrator': act(),
  'user.changed-by-administrator': act('fields'),
  'user.email-change-asked': act('until'),
  'user.email-change-canceled': act(),
  'user.factor-reset-asked': act('until'),
  'user.factor-reset-canceled': act(),
  'factors.reset-stopped': change('userId'),
  'factors.reset': change('userId'),
  'user.exported': act(),
  'user.erased': act(),
  'password.set-by-administrator': act(),
  'sessions.ended-by-administrator': act(),
  'service.secret-set': change('service'),
  'service.granted': change('service'),
  'service.revoked': change('service'),
  'signing-keys.replaced': change(),
  'outbox.resent': { ...change('count', 'number', 'reason'), isAct: true as const },
  'outbox.dropped': { ...change('count', 'number', 'reason'), isAct: true as const },
}

export type EventName = keyof typeof events
/** The events that a call or command can write (`session.ended` includes `impersonation.ended`), or why there are none. */
export type Journal = readonly [EventName, ...EventName[]] | string

/** By default it is about the actor. */
export type About<Name extends EventName> = Pick<Fields, (typeof events)[Name]['fields'][number]> & { userId?: string }

export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name)
export const eventNames = Object.keys(events).filter(isEventName)
