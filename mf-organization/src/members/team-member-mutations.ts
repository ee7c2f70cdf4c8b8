import { graphql } from '../generated/gql.ts'

export const addMutation = graphql(`
  mutation AddTeamMember($input: AddTeamMemberInput!) {
    addTeamMember(input: $input) {
      member {
        id
      }
      userErrors {
        code
      }
    }
  }
`)

export const removeMutation = graphql(`
  mutation RemoveTeamMember($input: RemoveTeamMemberInput!) {
    removeTeamMember(input: $input) {
      member {
        id
      }
      userErrors {
        code
      }
    }
  }
`)
