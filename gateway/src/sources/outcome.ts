import type { UserError } from '../generated/types.ts'
import type { InvitationSource } from './invitation.ts'

/** What a mutation came to: the objects it changed, by rest-auth's ids, or why it was refused. */
export interface Outcome {
  readonly organizationId?: string | undefined
  readonly memberId?: string | undefined
  readonly teamId?: string | undefined
  readonly invitation?: InvitationSource | undefined
  readonly isEmailSent?: boolean | undefined
  readonly userErrors: UserError[]
}
