import { array, assert, asyncProperty, constantFrom, nat, noBias, record, type Arbitrary } from 'fast-check'
import { seed } from 'service/testing/seed.ts'
import { expect, test } from 'vitest'
import { found } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'

const server = await startTestApp()
const sequences = process.env['TEST_FULL'] ? 500 : 8
const stepsOfSequence = 80

const everybody = await Promise.all(Array.from({ length: 5 }, () => server.signUp({ emailVerified: true })))

// Numbers are taken modulo the number of choices, so that most steps have an effect.
const anyStep = record({
  does: constantFrom('invite', 'invite', 'invite', 'accept', 'accept', 'remove', 'leave', 'change roles'),
  by: noBias(nat(59)),
  whom: noBias(nat(59)),
  resend: constantFrom(true, false, false, false),
  role: constantFrom('owner', 'admin', 'member', 'member,admin'),
})
type Step = typeof anyStep extends Arbitrary<infer S> ? S : never

interface Sent {
  readonly id: string
  readonly inviter: SignedIn
  readonly recipient: SignedIn
  readonly role: string
}

test(
  'grants only roles that a current member may grant',
  async () => {
    let joined = 0
    const sequence = array(anyStep, { minLength: stepsOfSequence, maxLength: stepsOfSequence })
    await assert(
      asyncProperty(sequence, async (steps) => {
        joined += await play(steps)
      }),
      { numRuns: sequences, seed, endOnFailure: true },
    )
    expect(joined).toBeGreaterThan(3 * sequences) // the sequences do let people in
  },
  240_000 + 4000 * sequences,
)

/**
 * Plays the steps in a new organization. Returns how many joined; throws if someone must not have.
 */
async function play(steps: readonly Step[]): Promise<number> {
  await server.ctx.db.write`delete from "mailBudget"` // the sequences stand for months
  await server.ctx.db.write`delete from "organization"` // nobody may be in more than a hundred
  const { id: organizationId } = await found(server, everybody[0])
  const open: Sent[] = []
  let joined = 0
  for (const { does, role, resend, ...step } of steps) {
    const before = await membersByUser(organizationId)
    const rolesOf = (user: SignedIn) => before.get(user.id)?.role
    const members = everybody.filter((user) => before.has(user.id))
    const by = pick(does === 'leave' ? members : members.filter((user) => canGive(rolesOf(user), 'member')), step.by)
    const whom = pick(does === 'invite' ? everybody.filter((user) => !before.has(user.id)) : members, step.whom)
    const memberId = before.get(whom?.id ?? '')?.memberId
    if (does === 'leave') await by?.post('/organization/leave', { organizationId })
    if (does === 'remove') await by?.post('/organization/remove-member', { memberIdOrEmail: memberId, organizationId })
    if (does === 'change roles' && by) {
      const changed = await by.post('/organization/update-member-role', { memberId, role, organizationId })
      if (changed.status === 200) expect(canGive(rolesOf(by), role), `${rolesOf(by)} gave ${role}`).toBe(true)
    }
    if (does === 'invite' && by && whom) {
      const body = { email: whom.email, role, resend, organizationId }
      const response = await by.post('/organization/invite-member', body)
      if (response.status === 200) open.push({ id: response.at('id'), inviter: by, recipient: whom, role })
    }
    const invitation =
      does === 'accept' &&
      pick(
        open.filter(({ recipient }) => !before.has(recipient.id)),
        step.by,
      )
    if (invitation) {
      const { id, recipient } = invitation
      const response = await recipient.post('/organization/accept-invitation', { invitationId: id })
      const given = (await membersByUser(organizationId)).get(recipient.id)?.role
      expect(given).toBe(response.status === 200 ? invitation.role : undefined)
      if (response.status === 200) {
        joined += 1
        // The caller who sent it again became the inviter.
        const inviter = open.findLast((each) => each.id === id)?.inviter
        expect(inviter && canGive(rolesOf(inviter), invitation.role), `invited as ${invitation.role}`).toBe(true)
      }
    }
  }
  return joined
}

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % Math.max(1, list.length)]
}

/**
 * Duplicated so that a bug of `invitationPolicy` shows: only owners invite owners, and only
 * owners and admins invite.
 */
function canGive(roles: string | undefined, given: string): boolean {
  const own = (roles ?? '').split(',')
  return own.includes('owner') || (own.includes('admin') && !given.split(',').includes('owner'))
}

async function membersByUser(organizationId: string) {
  const rows = await server.ctx.db.read<{ memberId: string; userId: string; role: string }[]>`
    select "id" as "memberId", "userId", "role" from "member" where "organizationId" = ${organizationId}`
  return new Map(rows.map((row) => [row.userId, row]))
}
