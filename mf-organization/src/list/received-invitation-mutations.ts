import { graphql } from '../generated/gql.ts'

export const acceptMutation = graphql(`
  mutation AcceptInvitation($input: AcceptInvitationInput!) {
    acceptInvitation(input: $input) {
      invitation {
        id
        status
      }
      member {
        id
        organization {
          id
          databaseId
        }
      }
      userErrors {
        code
      }
    }
  }
`)

export const rejectMutation = graphql(`
  mutation RejectInvitation($input: RejectInvitationInput!) {
    rejectInvitation(input: $input) {
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
