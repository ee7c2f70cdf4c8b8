import { useLingui } from '@lingui/react/macro'
import { Button, Text, TextInput } from 'kit'
import { useState } from 'react'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'

/** Longer lists can be filtered. */
const MIN_OPTIONS_FOR_FILTER = 7

interface Props {
  organizations: OrganizationFieldsFragment[]
  activeId: string | undefined
  onChoose: (slug: string) => void
}

export function OrganizationOptions({ organizations, activeId, onChoose }: Props) {
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
      {shown.map(({ id, name, slug }) => (
        <Button
          key={id}
          variant={id === activeId ? 'light' : 'subtle'}
          color={id === activeId ? 'accent' : 'gray'}
          size="sm"
          justify="start"
          aria-current={id === activeId || undefined}
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
