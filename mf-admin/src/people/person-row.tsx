import { Trans } from '@lingui/react/macro'
import { Avatar, Badge, emailOf, Text, useFormat, type User } from 'kit'
import { Row } from '../rows.tsx'

export function PersonRow({ user }: { user: User }) {
  const format = useFormat()
  const { id, name, email, createdAt } = user
  const joined = format.date(createdAt)
  return (
    <Row
      mark={<Avatar user={{ ...user, name: name || email }} />}
      name={name || email}
      to={`/admin/people/${id}`}
      facts={<span>{emailOf(user) ?? id}</span>}
    >
      <PersonBadges user={user} />
      <Text span size="sm" c="dimmed" ta="end" className="kit-column kit-only-wide" title={format.dateTime(createdAt)}>
        {joined}
      </Text>
    </Row>
  )
}

export const PersonBadges = ({ user: { role, banned, emailVerified } }: { user: User }) => (
  <div className="admin-badges">
    {banned && (
      <Badge color="red">
        <Trans>Banned</Trans>
      </Badge>
    )}
    {role === 'admin' && (
      <Badge>
        <Trans>Administrator</Trans>
      </Badge>
    )}
    {!emailVerified && (
      <Badge color="yellow">
        <Trans>Not verified</Trans>
      </Badge>
    )}
  </div>
)
