import { Dialog } from 'kit'
import type { Member } from './member-list.tsx'
import { RemoveMember } from './remove-member.tsx'
import { RolesForm } from './roles-form.tsx'

export interface MemberDialogProps {
  opened: boolean
  /** Done, or given up, perhaps since somebody else was faster: what is shown has to be asked anew. */
  onClose: () => void
  organizationId: string
  member: Member
  viewerIsOwner: boolean
  isLastOwner: boolean
  isViewer: boolean
}

/** Roles and removal of one member. One leaves an organization oneself in its settings. */
export function MemberDialog(props: MemberDialogProps) {
  const { user } = props.member
  return (
    <Dialog opened={props.opened} title={user.name || user.email} onClose={props.onClose}>
      <RolesForm {...props} />
      {!props.isViewer && <RemoveMember {...props} />}
    </Dialog>
  )
}
