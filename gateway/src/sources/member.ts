import type { Member, Role } from '../generated/types.ts'
import type { Connection } from '../relay/connection.ts'
import { globalId } from '../relay/global-id.ts'
import type { BatchAnswer } from '../upstream/rest-auth-client.ts'
import { parseRoles } from './roles.ts'
import { toUser, type UserSource } from './viewer.ts'

type BatchMember = BatchAnswer['members'][number]

/** What the batch read has to bring along for a field of a member; the ids and what is read by them come anyway. */
export const memberNeeds = {
  organization: 'organizationId',
  roles: 'role',
  createdAt: 'createdAt',
  team: 'team',
} as const satisfies Record<Exclude<keyof Member, '__typename' | 'id' | 'user'>, keyof BatchMember>

/** A member as the batch read answers it, those fields that the document selects, but with roles and global ids. */
export type MemberSource = Omit<BatchMember, 'role' | 'user'> & { readonly roles: Role[]; readonly user: UserSource }
export type MemberConnectionSource = Connection<MemberSource>

/** Members come by the hundred, so this is cheaper than a resolver a field. */
export const toMember = (member: BatchMember): MemberSource => ({
  ...member,
  id: globalId('M', member.id),
  roles: parseRoles(member.role ?? ''),
  user: toUser(member.user),
})
