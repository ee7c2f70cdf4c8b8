import type { SignedIn, TestApp } from './start-test-app.ts'

export interface TestOrganization {
  readonly id: string
  readonly slug: string
  readonly owner: SignedIn
  /** The owner's membership. */
  readonly memberId: string
  /** The organization's initial team. */
  readonly teamId: string
  /** Signs up a user and makes them a member with `role`. */
  readonly join: (role: string, fields?: Parameters<TestApp['signUp']>[0]) => Promise<Colleague>
}

/** A member in a browser. */
export interface Colleague extends SignedIn {
  readonly memberId: string
}

let count = 0

/** An organization with a new owner or `owner`, active in the owner's session. */
export async function found({ signUp }: TestApp, owner?: SignedIn): Promise<TestOrganization> {
  // Otherwise few colleagues could be invited.
  const founder = owner ?? (await signUp({ emailVerified: true }))
  const slug = `organization-${(count += 1)}`
  const created = await founder.post('/organization/create', { name: slug, slug })
  const id = created.at('id')
  return {
    id,
    slug,
    owner: founder,
    memberId: created.at('members', 0, 'id'),
    teamId: created.at('members', 0, 'teamId'),
    async join(role, fields) {
      const colleague = await signUp(fields)
      const invitation = await founder.post('/organization/invite-member', {
        email: colleague.email,
        role,
        organizationId: id,
      })
      const accepted = await colleague.post('/organization/accept-invitation', { invitationId: invitation.at('id') })
      return { ...colleague, memberId: accepted.at('member', 'id') }
    },
  }
}
