import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useFormat } from 'kit'
import { useRoleText } from '../list/use-role-text.ts'
import type { Entry } from './entry.ts'

const newRole = msg`{who} changed the role of {whom} from {before} to {after}`

/** The sentence of each event, and its name in filters. */
export const eventTexts: Record<string, [sentence: MessageDescriptor, name: MessageDescriptor]> = {
  'member.joined': [msg`{who} joined as {after}`, msg`Member joined`],
  'member.role-changed': [newRole, msg`Role changed`],
  'owner.changed': [newRole, msg`Owner changed`],
  'member.team-changed': [msg`{who} changed the team of {whom}`, msg`Member’s team changed`],
  'member.removed': [msg`{who} removed {whom}`, msg`Member removed`],
  'member.left': [msg`{who} left`, msg`Member left`],
  'invitation.sent': [msg`{who} invited {whom} as {after}`, msg`Invitation sent`],
  'invitation.accepted': [msg`{who} accepted the invitation`, msg`Invitation accepted`],
  'invitation.rejected': [msg`{who} declined the invitation`, msg`Invitation declined`],
  'invitation.canceled': [msg`{who} canceled the invitation to {whom}`, msg`Invitation canceled`],
  'role.created': [msg`{who} created the role {after}`, msg`Role created`],
  'role.changed': [msg`{who} edited the role {after}`, msg`Role edited`],
  'role.deleted': [msg`{who} deleted the role {after}`, msg`Role deleted`],
  'team.created': [msg`{who} created the team {whom}`, msg`Team created`],
  'team.changed': [msg`{who} renamed the team {whom}`, msg`Team renamed`],
  'team.deleted': [msg`{who} removed a team`, msg`Team removed`],
  'webhook.created': [msg`{who} created a webhook`, msg`Webhook created`],
  'webhook.changed': [msg`{who} changed a webhook: {fields}`, msg`Webhook changed`],
  'webhook.deleted': [msg`{who} deleted a webhook`, msg`Webhook deleted`],
  'webhook.disabled': [msg`A webhook was disabled because deliveries failed`, msg`Webhook disabled`],
  'key.created': [msg`{who} created a key`, msg`Key created`],
  'key.changed': [msg`{who} changed a key: {fields}`, msg`Key changed`],
  'key.deleted': [msg`{who} revoked a key`, msg`Key revoked`],
  'organization.created': [msg`{who} created the organization`, msg`Organization created`],
  'organization.changed': [msg`{who} changed the settings: {fields}`, msg`Settings changed`],
  'organization.second-factor-required': [
    msg`{who} required a second factor from {from} on`,
    msg`Second factor required`,
  ],
  'organization.second-factor-not-required': [
    msg`{who} stopped requiring a second factor`,
    msg`Second factor no longer required`,
  ],
}
const addedByOperator = msg`{who} added {whom} as {after}`
const ofNewerServer = msg`{who} made another change: {event}`
const actorNames: Record<string, MessageDescriptor> = {
  person: msg`Deleted account`,
  key: msg`Revoked key`,
  'command line': msg`Operator`,
}
const fieldNames: Record<string, MessageDescriptor> = {
  name: msg`Organization name`,
  slug: msg`URL`,
  logo: msg`Logo`,
  metadata: msg`Metadata`,
  url: msg`URL`,
  events: msg`Events`,
  enabled: msg`Enabled or disabled`,
  secret: msg`Secret`,
  'key.name': msg`Name`,
  expiresIn: msg`Expiry`,
  scopes: msg`Permissions`,
}

/** Returns who did it, the names of changed fields, and a sentence: "Olga removed Anna". */
export function useDescription(): (entry: Entry) => { who: string; sentence: string; fields: string } {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const roleText = useRoleText()
  return ({ event, actor, target, email, details: { roles, previousRoles, fields, from } }) => {
    const doer = actor.name ?? t(actorNames[actor.kind] ?? msg`The system`)
    const who = actor.actedForName ? t`${{ who: doer }} for ${{ name: actor.actedForName }}` : doer
    const isAdded = event === 'member.joined' && actor.kind !== 'person'
    const nameOf = (field: string) =>
      fieldNames[`${event.split('.')[0]}.${field}`] ?? fieldNames[field] ?? { id: field }
    const names = (Array.isArray(fields) ? fields : []).map((field) => t(nameOf(String(field))))
    const text = isAdded ? addedByOperator : (eventTexts[event]?.[0] ?? ofNewerServer)
    const values = {
      event,
      who,
      whom: target.name ?? email ?? t`someone`,
      before: roleText(String(previousRoles)),
      after: roleText(String(roles)),
      fields: format.list(names),
      from: typeof from === 'string' ? format.dateTime(from) : '',
    }
    return { who, sentence: i18n._({ ...text, values }), fields: values.fields }
  }
}
