import type { Connection } from '../relay/connection.ts'
import type { BatchAnswer } from '../upstream/rest-auth-client.ts'

type Known = 'id' | 'email' | 'status' | 'expiresAt'
type BatchInvitation = BatchAnswer['invitations'][number]

/** An invitation as any call of rest-auth answers it. What a call leaves out is read when it is selected. */
export type InvitationSource = Pick<BatchInvitation, Known> &
  Partial<Omit<BatchInvitation, Known | 'role'>> & { role: string | null; teamId?: string | null | undefined }
export type InvitationConnectionSource = Connection<InvitationSource>
