import { useFirstFocus } from '../use-first-focus.ts'
import { DeleteRole } from './delete-role.tsx'
import type { PermissionGroup } from './permission-groups.ts'
import { RoleForm } from './role-form.tsx'
import type { Organization, Role } from './role.ts'

/** `role` is as it was when the dialog opened. */
export type Asked = { what: 'create'; role?: never } | { what: 'edit' | 'delete'; role: Role }

interface Props {
  asked: Asked
  organization: Organization
  groups: readonly PermissionGroup[]
  /** The roles must be refetched, even after a refusal: somebody else may have changed them. */
  onChanged: () => void
  onClose: (message?: string) => void
}

export function RoleDialog({ asked, ...props }: Props) {
  useFirstFocus()
  const present = props.organization.roles?.find(({ name }) => name === asked.role?.name)
  return asked.what === 'delete' ? (
    <DeleteRole role={asked.role} {...props} />
  ) : (
    // After somebody else has renamed or deleted it, the server refuses the change.
    <RoleForm role={present ?? asked.role} {...props} />
  )
}
