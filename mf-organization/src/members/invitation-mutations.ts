import { mutate } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import type { OpenInvitation } from './member.ts'

export const inviteMutation = graphql(`
  mutation InviteMember($input: InviteMemberInput!) {
    inviteMember(input: $input) {
      invitation {
        id
        expiresAt
      }
      isEmailSent
      userErrors {
        code
      }
    }
  }
`)

export const cancelMutation = graphql(`
  mutation CancelInvitation($input: CancelInvitationInput!) {
    cancelInvitation(input: $input) {
      invitation {
        __typename
        id
        status
      }
      userErrors {
        code
      }
    }
  }
`)

/** Inviting again extends the expiry. Without teams it keeps them, except if it has expired. */
export const resendInvitation = (organizationId: string, { email, assignedRoles, teams }: OpenInvitation) => {
  // There may be more than ten.
  const teamIds = teams.length < 10 ? teams.map(({ id }) => id) : null
  return mutate(inviteMutation, { input: { organizationId, email, roles: [], assignedRoles, teamIds, resend: true } })
}
