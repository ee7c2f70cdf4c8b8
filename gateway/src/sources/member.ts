import type { Role } from '../generated/types.ts'
import type { Connection } from '../relay/connection.ts'
import { globalId } from '../relay/global-id.ts'
import type { BatchAnswer } from '../upstream/rest-auth-client.ts'
import { parseRoles } from './roles.ts'
import { toUser, type UserSource } from './viewer.ts'

type BatchMember = BatchAnswer['members'][number]

/** A member as the batch read answers it, those fields that the document selects, but with roles and global ids. */
export type MemberSource = Omit<BatchMember, 'role' | 'user'> & { readonly roles: Role[]; readonly user: UserSource }
export type MemberConnectionSource = Connection<MemberSource>

/** Members come by the hundred, so this is cheaper than a resolver a field. */
export const toMember = (member: BatchMember): MemberSource => ({
  ...member,
  id: globalId('M', member.id),
  roles: parseRoles(member.role),
  user: toUser(member.user),
})
