import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Button, Group, Stack, Text, useFailure } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import { organizationTexts } from '../organization-texts.ts'
import { type Member, nameOf } from './member.ts'

export const removeMutation = graphql(`
  mutation RemoveMember($input: RemoveMemberInput!) {
    removeMember(input: $input) {
      removedMemberId
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  organizationId: string
  member: Member
  onClose: (message: string) => void
}

export function RemoveMember({ organizationId, member, onClose }: Props) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const { failure, failed } = useFailure(organizationTexts)
  const name = nameOf(member.user)
  const remove = async () => {
    const refusal = refusalOf(await mutate(removeMutation, { input: { organizationId, member: { id: member.id } } }))
    if (!failed(refusal)) onClose(t`${name} was removed.`)
  }
  if (!asking) {
    return (
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        <Trans>Remove from the organization</Trans>
      </Button>
    )
  }
  return (
    <Stack gap="sm">
      {failure}
      <Text>{t`${name} will lose access at once.`}</Text>
      <Group>
        <ActionButton color="red" onAct={remove}>
          <Trans>Remove</Trans>
        </ActionButton>
        <Button
          variant="default"
          onClick={() => setAsking(false)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the question replaces the focused button
          autoFocus
        >
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
