import { Dialog } from 'kit'
import type { Member } from './member-list.tsx'
import { RemoveMember } from './remove-member.tsx'
import { RolesForm } from './roles-form.tsx'

export interface MemberDialogProps {
  opened: boolean
  onClose: () => void
  organizationId: string
  member: Member
  viewerIsOwner: boolean
  isLastOwner: boolean
  isViewer: boolean
  onChanged: () => void
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
