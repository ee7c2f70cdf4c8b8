import { graphql } from '../generated/gql.ts'

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
