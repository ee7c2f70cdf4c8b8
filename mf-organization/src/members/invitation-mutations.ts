import { graphql } from '../generated/gql.ts'

export const inviteMutation = graphql(`
  mutation InviteMember($input: InviteMemberInput!) {
    inviteMember(input: $input) {
      invitation {
        id
        expiresAt
      }
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
        id
        status
      }
      userErrors {
        code
      }
    }
  }
`)
