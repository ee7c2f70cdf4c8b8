import { graphql } from '../generated/gql.ts'

// As in the lists of teams and members, so that neither shows the state before a change.
graphql(`
  fragment TeamSummary on Team {
    id
    name
    members(first: 4, orderBy: { field: NAME, direction: ASC }) {
      totalCount
      nodes {
        id
        user {
          id
          name
          email
        }
      }
    }
  }
`)
graphql(`
  fragment TeamsOfMember on Member {
    id
    teams(first: 5) {
      id
      name
    }
  }
`)

export const addMutation = graphql(`
  mutation AddTeamMember($input: AddTeamMemberInput!) {
    addTeamMember(input: $input) {
      team {
        ...TeamSummary
      }
      member {
        ...TeamsOfMember
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
      team {
        ...TeamSummary
      }
      member {
        ...TeamsOfMember
      }
      userErrors {
        code
      }
    }
  }
`)
