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
export function MemberDialog({ member, onClose, ...props }: Props) {
  return (
    <Dialog opened={member !== undefined} title={member ? nameOf(member.user) : ''} onClose={() => onClose()}>
      {member && <Forms {...props} member={member} onClose={onClose} />}
    </Dialog>
  )
}

function Forms({ isViewer, viewerIsOwner, isLastOwner, onRefused, ...change }: Props & { member: Member }) {
  return (
    <>
      <RolesForm {...change} viewerIsOwner={viewerIsOwner} isLastOwner={isLastOwner} onRefused={onRefused} />
      <MemberTeamForm {...change} onClose={() => change.onClose()} />
      {!isViewer && <RemoveMember {...change} />}
    </>
  )
}
