import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { Question } from '../question.tsx'

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
  const remove = async (teamId: string) => {
    const refusal = refusalOf(await mutate(removeMutation, { input: { organizationId, teamId } }))
    if (refusal) return refusal
    onRemoved(name)
    onClose()
    return null
  }
  return (
    <Dialog opened={team !== undefined} title={t`Remove ${name}?`} onClose={onClose}>
      {team && (
        <Question action={<Trans>Remove</Trans>} onAct={() => remove(team.id)} onClose={onClose}>
          <Trans>Its members stay in the organization, without a team.</Trans>
        </Question>
      )}
    </Dialog>
  )
}
