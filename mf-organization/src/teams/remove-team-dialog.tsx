import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Button, Dialog, Group, Text, useFailure } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
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
  team: { id: string; name: string } | undefined
  onRemoved: (name: string) => void
  onClose: () => void
}

export function RemoveTeamDialog({ organizationId, team, onRemoved, onClose }: Props) {
  const { t } = useLingui()
  const name = team?.name ?? ''
  return (
    <Dialog opened={team !== undefined} title={t`Remove ${name}?`} onClose={onClose}>
      {team && <Question organizationId={organizationId} team={team} onRemoved={onRemoved} onClose={onClose} />}
    </Dialog>
  )
}

function Question({ organizationId, team, onRemoved, onClose }: Props & { team: NonNullable<Props['team']> }) {
  const { failure, failed } = useFailure(organizationTexts)
  const remove = async () => {
    const input = { organizationId, teamId: team.id }
    if (failed(refusalOf(await mutate(removeMutation, { input })))) return
    onRemoved(team.name)
    onClose()
  }
  return (
    <>
      {failure}
      <Text>
        <Trans>Its members stay in the organization, without a team.</Trans>
      </Text>
      <Group>
        <ActionButton color="red" onAct={remove}>
          <Trans>Remove</Trans>
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </>
  )
}
