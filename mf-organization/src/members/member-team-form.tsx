import { Trans } from '@lingui/react/macro'
import { Form, SubmitButton, useForm } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { organizationTexts } from '../organization-texts.ts'
import { TeamSelect } from '../teams/team-select.tsx'
import type { Member } from './member.ts'

const moveMutation = graphql(`
  mutation UpdateMemberTeam($input: UpdateMemberTeamInput!) {
    updateMemberTeam(input: $input) {
      member {
        id
        team {
          id
          name
        }
      }
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  organizationId: string
  member: Member
  onClose: () => void
}

export function MemberTeamForm({ organizationId, member, onClose }: Props) {
  const form = useForm({
    initial: { team: member.team?.id ?? '' },
    texts: organizationTexts,
    fieldOf: { TEAM_NOT_FOUND: 'team' },
    submit: async ({ team }) => {
      const input = { organizationId, memberId: member.id, teamId: team || null }
      const refusal = refusalOf(await mutate(moveMutation, { input }))
      if (!refusal) onClose()
      return refusal
    },
  })
  return (
    <Form form={form}>
      <TeamSelect organizationId={organizationId} {...form.field('team')} />
      <SubmitButton w="fit-content" variant="default">
        <Trans>Change the team</Trans>
      </SubmitButton>
    </Form>
  )
}
