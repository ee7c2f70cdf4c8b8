import { Trans, useLingui } from '@lingui/react/macro'
import { DialogActions, Failure, Form, SubmitButton, Text, useForm, Waiting } from 'kit'
import { mutate, useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { teamMemberTexts } from '../organization-texts.ts'
import type { Member } from './member.ts'
import { sequentially } from './sequentially.ts'
import { TeamChoices, teamIdsOf } from './team-choices.tsx'
import { addMutation, removeMutation } from './team-member-mutations.ts'
import { useTeams } from './use-teams.ts'

const teamsQuery = graphql(`
  query MemberTeams($memberId: ID!) {
    node(id: $memberId) {
      kind: __typename
      ... on Member {
        id
        teams(first: 100) {
          id
        }
      }
    }
  }
`)

interface Props {
  organizationId: string
  member: Member
  mayRemove: boolean
  onChanged: () => void
  onClose: () => void
}

export function MemberTeams(props: Props) {
  const { t } = useLingui()
  const variables = { memberId: props.member.id }
  const { data, error, refetch } = useQuery(teamsQuery, { variables, fetchPolicy: 'network-only' })
  const choices = useTeams(props.organizationId)
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (choices.error) return <LoadFailure error={choices.error} onRetry={choices.reload} />
  if (!data || !choices.isLoaded) return <Waiting lines={3} isList />
  if (choices.teams.length === 0) return <Text c="dimmed">{t`No teams yet`}</Text>
  if (data.node?.kind !== 'Member') return <Failure error={{ code: 'MEMBER_NOT_FOUND' }} texts={teamMemberTexts} />
  const present = data.node.teams.map(({ id }) => id)
  return <MemberTeamsForm {...props} {...choices} present={present} />
}

interface FormProps extends Props, Pick<ReturnType<typeof useTeams>, 'teams' | 'reload'> {
  present: string[]
}

/** Changes only what the user has changed: others may add and remove people at the same time. */
function MemberTeamsForm({ organizationId, member, mayRemove, present, teams, ...props }: FormProps) {
  const userId = member.user.id
  const form = useForm({
    initial: { teams: present.join() },
    texts: teamMemberTexts,
    fieldOf: { TEAM_NOT_FOUND: 'teams' },
    submit: async (values) => {
      const wanted = teamIdsOf(values.teams)
      const changed = teams.filter(({ id }) => wanted.includes(id) !== present.includes(id))
      const isAdded = ({ id }: { id: string }) => wanted.includes(id)
      const change = (team: { id: string }) => {
        const input = { organizationId, teamId: team.id, userId }
        return isAdded(team) ? mutate(addMutation, { input }) : mutate(removeMutation, { input })
      }
      const addedFirst = [...changed.filter(isAdded), ...changed.filter((team) => !isAdded(team))]
      const { refused, stop } = await sequentially(addedFirst, change)
      props.onChanged()
      const failed = refused.find(({ refusal }) => refusal.code !== 'USER_IS_NOT_A_MEMBER_OF_THE_TEAM')
      const refusal = stop ?? failed?.refusal ?? null
      if (refusal) props.reload()
      else props.onClose()
      return refusal
    },
  })
  return (
    <Form form={form}>
      <TeamChoices
        {...form.field('teams')}
        teams={teams}
        isFixed={(id) => !mayRemove && present.includes(id)}
        onChange={(value) => form.set('teams', value)}
      />
      <DialogActions onCancel={props.onClose}>
        <SubmitButton>
          <Trans>Change teams</Trans>
        </SubmitButton>
      </DialogActions>
    </Form>
  )
}
