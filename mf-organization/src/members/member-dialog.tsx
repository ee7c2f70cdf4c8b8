import { Dialog, type FormError } from 'kit'
import { MemberTeamForm } from './member-team-form.tsx'
import { type Member, nameOf } from './member.ts'
import { RemoveMember } from './remove-member.tsx'
import { RolesForm } from './roles-form.tsx'

interface Props {
  organizationId: string
  member: Member | undefined
  viewerIsOwner: boolean
  isLastOwner: boolean
  isViewer: boolean
  onRefused: (id: string, refusal: FormError) => void
  /** The list must be refetched, after `response` if given: someone else may have changed it. */
  onClose: (message?: string, response?: Promise<unknown>) => void
}

/** Leaving the organization is in its settings. */
export function MemberDialog({ member, isViewer, ...props }: Props) {
  return (
    <Dialog opened={member !== undefined} title={member ? nameOf(member.user) : ''} onClose={() => props.onClose()}>
      {member && (
        <>
          <RolesForm {...props} member={member} />
          <MemberTeamForm {...props} member={member} />
          {!isViewer && <RemoveMember {...props} member={member} />}
        </>
      )}
    </Dialog>
  )
}
