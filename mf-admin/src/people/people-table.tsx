import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Avatar, Badge, Button, emailOf, Group, TextLink, useFormat, type User } from 'kit'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'

/** By what `list-users` sorts. */
export const columns = {
  name: msg`Name`,
  email: msg`Email`,
  username: msg`Username`,
  createdAt: msg`Joined`,
} as const

export interface Order {
  sortBy: keyof typeof columns
  sortDirection: 'asc' | 'desc'
}

/** The headers sort by their column, and in reverse if it is sorted already. `onSort` gets `name` or `-name`. */
export function PeopleHead({ sortBy: sorted, sortDirection, onSort }: Order & { onSort: (sort: string) => void }) {
  const { t } = useLingui()
  const isAscending = sortDirection === 'asc'
  const header = (sortBy: Order['sortBy']) => {
    const isSorted = sorted === sortBy
    const Arrow = isAscending ? ArrowUp : ArrowDown
    return (
      <th key={sortBy} scope="col" {...(isSorted && { 'aria-sort': isAscending ? 'ascending' : 'descending' })}>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          rightSection={isSorted && <Arrow size={14} aria-hidden />}
          onClick={() => onSort(isSorted && isAscending ? `-${sortBy}` : sortBy)}
        >
          {t(columns[sortBy])}
        </Button>
      </th>
    )
  }
  return (
    <thead>
      <tr>{(['name', 'email', 'username', 'createdAt'] as const).map(header)}</tr>
    </thead>
  )
}

export function PersonRow({ user }: { user: User }) {
  const format = useFormat()
  const { id, email, createdAt } = user
  const name = user.name || email
  return (
    <tr>
      <td>
        <Avatar user={{ ...user, name }} />
        <div>
          <TextLink to={`/admin/people/${id}`} className="kit-name kit-cover">
            {name}
          </TextLink>
          <PersonBadges user={user} />
        </div>
      </td>
      <td>{emailOf(user)}</td>
      <td>{user.displayUsername ?? user.username}</td>
      <td title={format.dateTime(createdAt)}>{format.date(createdAt)}</td>
    </tr>
  )
}

export function PersonBadges({ user: { role, banned, emailVerified } }: { user: User }) {
  const { t } = useLingui()
  return (
    <Group gap={4}>
      {banned && <Badge color="red">{t`Banned`}</Badge>}
      {role === 'admin' && <Badge>{t`Administrator`}</Badge>}
      {!emailVerified && <Badge color="yellow">{t`Not verified`}</Badge>}
    </Group>
  )
}
