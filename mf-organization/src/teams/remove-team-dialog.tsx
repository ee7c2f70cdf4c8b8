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
  /** What it asks about; without a team it is closed. */
  team: { id: string; name: string } | undefined
  onClose: () => void
}

export function RemoveTeamDialog({ organizationId, team, onClose }: Props) {
  const { t } = useLingui()
  const name = team?.name ?? ''
  return (
    <Dialog opened={team !== undefined} title={t`Remove ${name}?`} onClose={onClose}>
      {team && <Question organizationId={organizationId} teamId={team.id} onClose={onClose} />}
    </Dialog>
  )
}

function Question({ onClose, ...input }: { organizationId: string; teamId: string; onClose: () => void }) {
  const { failure, failed } = useFailure(organizationTexts)
  const remove = async () => {
    if (!failed(refusalOf(await mutate(removeMutation, { input })))) onClose()
  }
  return (
    <>
      {failure}
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
    </>
  )
}
