import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'

// oxlint-disable-next-line typescript/unbound-method -- does not use `this`
const { relay, visitor } = await startGateway()

const input: [mutation: string, type: string, input: object, sent: object][] = [
  ['createOrganization', 'CreateOrganizationInput', { name: 'A', slug: 'a', logo: '/a.png', metadata: { plan: 1 }, keepCurrentActiveOrganization: true }, { name: 'A', slug: 'a', logo: '/a.png', metadata: { plan: 1 }, keepCurrentActiveOrganization: true }],
  ['updateOrganization', 'UpdateOrganizationInput', { organizationId: 'O_o', name: 'A', slug: 'a', logo: '/a.png', metadata: { plan: 1 } }, { organizationId: 'o', data: { name: 'A', slug: 'a', logo: '/a.png', metadata: { plan: 1 } } }],
  ['deleteOrganization', 'DeleteOrganizationInput', { organizationId: 'O_o' }, { organizationId: 'o' }],
  ['setActiveOrganization', 'SetActiveOrganizationInput', { organizationId: 'O_o' }, { organizationId: 'o' }],
  ['setActiveOrganization', 'SetActiveOrganizationInput', { organizationId: 'O_o', slug: 'a' }, { organizationSlug: 'a' }],
  ['setActiveOrganization', 'SetActiveOrganizationInput', {}, { organizationId: null }],
  ['leaveOrganization', 'LeaveOrganizationInput', { organizationId: 'O_o' }, { organizationId: 'o' }],
  ['inviteMember', 'InviteMemberInput', { organizationId: 'O_o', email: 'a@b.co', roles: ['ADMIN', 'MEMBER'], teamId: 'T_t', resend: true }, { organizationId: 'o', email: 'a@b.co', role: ['admin', 'member'], teamId: 't', resend: true }],
  ['updateMemberRoles', 'UpdateMemberRolesInput', { organizationId: 'O_o', memberId: 'M_m', roles: ['OWNER'] }, { organizationId: 'o', memberId: 'm', role: ['owner'] }],
  ['removeMember', 'RemoveMemberInput', { organizationId: 'O_o', member: { id: 'M_m' } }, { organizationId: 'o', memberIdOrEmail: 'm' }],
  ['removeMember', 'RemoveMemberInput', { organizationId: 'O_o', member: { email: 'a@b.co' } }, { organizationId: 'o', memberIdOrEmail: 'a@b.co' }],
  ['acceptInvitation', 'AcceptInvitationInput', { invitationId: 'I_i', token: 't' }, { invitationId: 'i', token: 't' }],
  ['rejectInvitation', 'RejectInvitationInput', { invitationId: 'I_i' }, { invitationId: 'i' }],
  ['cancelInvitation', 'CancelInvitationInput', { invitationId: 'i' }, { invitationId: 'i' }],
  ['createTeam', 'CreateTeamInput', { organizationId: 'O_o', name: 'T' }, { organizationId: 'o', name: 'T' }],
  ['updateTeam', 'UpdateTeamInput', { organizationId: 'O_o', teamId: 'T_t', name: 'T' }, { teamId: 't', data: { name: 'T', organizationId: 'o' } }],
  ['removeTeam', 'RemoveTeamInput', { organizationId: 'O_o', teamId: 'O_t' }, { organizationId: 'o', teamId: 'none' }],
] // prettier-ignore

test.each(input)('%s: all of %s reaches rest-auth', async (mutation, type, given, sent) => {
  const bodies: Promise<Buffer>[] = []
  relay.behave = (incoming, _, pass) => {
    bodies.push(buffer(incoming))
    pass()
  }
  await visitor().graphql(`mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { code } } }`, {
    input: given,
  })
  const [body] = await Promise.all(bodies)
  expect(JSON.parse(String(body))).toEqual(sent)
})
