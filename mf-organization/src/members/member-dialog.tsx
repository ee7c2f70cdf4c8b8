import { Dialog } from 'kit'
import { MemberTeamForm } from './member-team-form.tsx'
import { type Member, nameOf } from './member.ts'
import { RemoveMember } from './remove-member.tsx'
import { RolesForm } from './roles-form.tsx'

interface Props {
  organizationId: string
  /** Whom it is about; without anybody it is closed. */
  member: Member | undefined
  viewerIsOwner: boolean
  isLastOwner: boolean
  isViewer: boolean
  /** Done, or given up, perhaps since somebody else was faster: what is shown has to be asked anew. */
  onClose: () => void
}

/** Roles, team and removal of one member. One leaves an organization oneself in its settings. */
export function MemberDialog({ organizationId, member, viewerIsOwner, isLastOwner, isViewer, onClose }: Props) {
  const change = { organizationId, onClose }
  return (
    <Dialog opened={member !== undefined} title={member ? nameOf(member.user) : ''} onClose={onClose}>
      {member && <RolesForm {...change} member={member} viewerIsOwner={viewerIsOwner} isLastOwner={isLastOwner} />}
      {member && <MemberTeamForm {...change} member={member} />}
      {member && !isViewer && <RemoveMember {...change} member={member} />}
    </Dialog>
  )
}
