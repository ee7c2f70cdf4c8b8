import { refreshSession } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { graphql } from './generated/gql.ts'

const setActiveMutation = graphql(`
  mutation SetActiveOrganization($slug: String!) {
    setActiveOrganization(input: { slug: $slug }) {
      organization {
        id
      }
      userErrors {
        code
      }
    }
  }
`)

/** Applies to all tabs. Returns the error, or null on success. */
export async function setActive(slug: string) {
  const refusal = refusalOf(await mutate(setActiveMutation, { slug }))
  if (!refusal) await refreshSession()
  return refusal
}
