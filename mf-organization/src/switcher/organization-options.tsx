import { useLingui } from '@lingui/react/macro'
import Check from 'lucide-react/icons/check'
import { Avatar, Button, Text, TextInput } from 'kit'
import { useState } from 'react'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'

/** Longer lists can be filtered. */
const MIN_OPTIONS_FOR_FILTER = 7

interface Props {
  organizations: OrganizationFieldsFragment[]
  currentId: string | undefined
  onChoose: (slug: string) => void
}

export function OrganizationOptions({ organizations, currentId, onChoose }: Props) {
  const { t } = useLingui()
  const [filter, setFilter] = useState('')
  const query = filter.trim().toLowerCase()
  const shown = organizations.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(query))
  return (
    <>
      {organizations.length >= MIN_OPTIONS_FOR_FILTER && (
        <TextInput
          size="sm"
          aria-label={t`Find an organization`}
          placeholder={t`Find an organization`}
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {shown.map(({ databaseId: id, name, slug, logo }) => (
        <Button
          key={id}
          variant="subtle"
          size="sm"
          justify="start"
          leftSection={<Avatar user={{ id, name, image: logo }} size={20} isSquare />}
          rightSection={id === currentId && <Check size={16} />}
          aria-current={id === currentId || undefined}
          onClick={() => onChoose(slug)}
        >
          {name}
        </Button>
      ))}
      {shown.length === 0 && organizations.length > 0 && (
        <Text size="sm" c="dimmed" px="sm" py={6}>{t`No organization has this name.`}</Text>
      )}
    </>
  )
}
