import { getSession, refreshSession } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useEffect } from 'react'
import { graphql } from './generated/gql.ts'
import type { OrganizationFrameFragment } from './generated/graphql.ts'

const setActiveMutation = graphql(`
  mutation SetActiveOrganization($id: ID!) {
    setActiveOrganization(input: { organizationId: $id }) {
      userErrors {
        code
      }
    }
  }
`)

/** Makes it the one of the next visit, and of REST clients. Nothing on the page waits for it. */
export function useAsDefault(organization: OrganizationFrameFragment | null | undefined): void {
  const { id, databaseId, needsSecondFactor } = organization ?? {}
  useEffect(() => {
    const state = getSession()
    if (!id || needsSecondFactor || state.status !== 'signed-in') return
    if (state.session.activeOrganizationId === databaseId && !state.hasOnlyOne) return
    void mutate(setActiveMutation, { id }).then(async (result) => {
      if (!refusalOf(result)) await refreshSession()
    })
  }, [id, databaseId, needsSecondFactor])
}
