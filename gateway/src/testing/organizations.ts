import type { TestGateway } from './start-gateway.ts'
import type { Visitor } from './visitor.ts'

export interface TestOrganization {
  readonly id: string
  readonly slug: string
  readonly owner: Visitor
  readonly ownerMemberId: string
  /** The default team, with the owner in it. */
  readonly teamId: string
  /** Signs a user up and adds them as a member. */
  join(role: 'OWNER' | 'ADMIN' | 'MEMBER', name?: string): Promise<Colleague>
}

export interface Colleague extends Visitor {
  readonly memberId: string
}

let count = 0

/** Creates an organization. It becomes the active one of its owner and of members who join. */
export async function createTestOrganization(gateway: TestGateway, founder?: Visitor): Promise<TestOrganization> {
  const owner = founder ?? (await gateway.signUp('Olive'))
  if (!founder) await gateway.verifyEmail(owner) // unverified users may invite only five people
  const slug = `organization-${(count += 1)}`
  const made = await owner.graphql(
    `mutation ($slug: String!) {
      createOrganization(input: { name: $slug, slug: $slug }) {
        organization { id viewerMembership { id } teams { nodes { id } } }
        userErrors { code }
      }
    }`,
    { slug },
  )
  const id = made.textAt('createOrganization', 'organization', 'id')
  return {
    id,
    slug,
    owner,
    ownerMemberId: made.textAt('createOrganization', 'organization', 'viewerMembership', 'id'),
    teamId: made.textAt('createOrganization', 'organization', 'teams', 'nodes', 0, 'id'),
    async join(role, name = role) {
      const person = await gateway.signUp(name)
      const invitationId = await invite({ id, owner }, person.email, role)
      const accepted = await person.graphql(
        'mutation ($id: ID!) { acceptInvitation(input: { invitationId: $id }) { member { id } userErrors { code } } }',
        { id: invitationId },
      )
      return { ...person, memberId: accepted.textAt('acceptInvitation', 'member', 'id') }
    },
  }
}

/** Returns the id of the invitation. */
export async function invite(
  { id, owner }: Pick<TestOrganization, 'id' | 'owner'>,
  email: string,
  role = 'MEMBER',
): Promise<string> {
  const invited = await owner.graphql(
    `mutation ($id: ID!, $email: String!, $roles: [Role!]!) {
      inviteMember(input: { organizationId: $id, email: $email, roles: $roles }) { invitation { id } userErrors { code } }
    }`,
    { id, email, roles: [role] },
  )
  return invited.textAt('inviteMember', 'invitation', 'id')
}
