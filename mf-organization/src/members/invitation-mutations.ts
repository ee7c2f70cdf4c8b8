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

/** Inviting again extends the expiry. */
export const resendInvitation = (organizationId: string, { email, assignedRoles, team }: OpenInvitation) =>
  mutate(inviteMutation, {
    input: { organizationId, email, roles: [], assignedRoles, teamId: team?.id ?? null, resend: true },
  })
