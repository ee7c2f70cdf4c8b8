import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Alert, Button, Dialog, type FormError, Group, Text, useErrorText } from 'kit'
import { mutate } from 'kit/graphql'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import { organizationTexts } from '../organization-texts.ts'

const removeMutation = graphql(`
  mutation RemoveTeam($input: RemoveTeamInput!) {
    removeTeam(input: $input) {
      removedTeamId
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  organizationId: string
  team: { id: string; name: string }
  opened: boolean
  onClose: () => void
}

export function RemoveTeamDialog({ organizationId, team: { id, name }, opened, onClose }: Props) {
  const { t } = useLingui()
  const errorText = useErrorText(organizationTexts)
  const [failure, setFailure] = useState<FormError | null>(null)
  const remove = async () => {
    const { data, error } = await mutate(removeMutation, { input: { organizationId, teamId: id } })
    const refusal = error ?? data.removeTeam.userErrors[0] ?? null
    setFailure(refusal)
    if (!refusal) onClose()
  }
  return (
    <Dialog opened={opened} title={t`Remove ${name}?`} onClose={onClose}>
      {failure && <Alert color="red">{errorText(failure)}</Alert>}
      <Text>
        <Trans>Its members stay in the organization.</Trans>
      </Text>
      <Group>
        <ActionButton color="red" onAct={remove}>
          <Trans>Remove</Trans>
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          <Trans>Keep</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}
