import { useLingui } from '@lingui/react/macro'
import { Text, TextLink, useFormat, VisuallyHidden } from 'kit'
import type { MenuItem } from 'kit/parts'
import Check from 'lucide-react/icons/check'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ChoiceGroup } from '../choice-groups.tsx'
import { useRoleText } from '../list/use-role-text.ts'
import { organizationPath } from '../organization-path.ts'
import { RowMenu } from '../row-menu.tsx'
import type { Asked } from './role-dialogs.tsx'
import { isGivable, type Organization, type Role } from './role.ts'

interface TableProps {
  organization: Organization
  roles: readonly Role[]
  /** The one whose column a narrow window has. */
  chosen: string | undefined
  groups: readonly ChoiceGroup[]
  onAsk: (asked: Asked) => void
}

export function RolesTable({ organization, roles, chosen, groups, onAsk }: TableProps) {
  const { t } = useLingui()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by the keyboard
    <section className="kit-table roles" aria-label={t`Permissions of roles`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td>
              <VisuallyHidden>{t`Permission`}</VisuallyHidden>
            </td>
            {roles.map((role) => (
              <th key={role.name} scope="col" data-chosen={role.name === chosen}>
                <RoleHead organization={organization} role={role} onAsk={onAsk} />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.key}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1}>
                {group.label}
              </th>
            </tr>
            {group.choices.map(({ value: grant, label }) => (
              <tr key={grant}>
                <th scope="row">{label}</th>
                {roles.map((role) => (
                  <td key={role.name} data-chosen={role.name === chosen}>
                    <Granted isGranted={role.grants.includes(grant)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function Granted({ isGranted }: { isGranted: boolean }) {
  const { t } = useLingui()
  return isGranted ? (
    <>
      <Check size={16} aria-hidden />
      <VisuallyHidden>{t`Yes`}</VisuallyHidden>
    </>
  ) : (
    <Text span c="dimmed">
      <span aria-hidden>–</span>
      <VisuallyHidden>{t`No`}</VisuallyHidden>
    </Text>
  )
}

interface RoleHeadProps {
  organization: Organization
  role: Role
  onAsk: (asked: Asked) => void
}

function RoleHead({ organization, role, onAsk }: RoleHeadProps) {
  const { t } = useLingui()
  const { name, label, memberCount } = role
  const text = useRoleText(organization.roles)([name])
  const count = useFormat().number(memberCount ?? 0)
  const isOwn = organization.roles?.includes(role)
  const reason = role.grants.every((grant) => isGivable(organization, grant))
    ? undefined
    : t`It has permissions that your role lacks.`
  const may = (grant: string) => isOwn && organization.viewerGrants?.includes(grant)
  const items: MenuItem[] = []
  const shared = { description: reason, isDisabled: reason !== undefined }
  if (may('ac:update'))
    items.push({ ...shared, text: t`Edit…`, icon: <Pencil size={16} />, onSelect: () => onAsk({ what: 'edit', role }) })
  if (may('ac:delete'))
    items.push({
      ...shared,
      text: t`Delete…`,
      icon: <Trash size={16} />,
      isDanger: true,
      onSelect: () => onAsk({ what: 'delete', role }),
    })
  return (
    <div className="role-head">
      <span>
        <strong>{text}</strong>
        {isOwn && label && <code>{name}</code>}
        {memberCount === 0 && <span>{t`Not in use`}</span>}
        {memberCount !== null && memberCount > 0 && (
          <TextLink inherit to={`${organizationPath(organization.slug)}?role=${encodeURIComponent(name)}`}>
            {t`Used by ${count}`}
          </TextLink>
        )}
      </span>
      <RowMenu name={text} items={items} />
    </div>
  )
}
