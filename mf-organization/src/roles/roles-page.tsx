import { useLingui } from '@lingui/react/macro'
import { Button, Dialog, NativeSelect, SectionHead, Toast, useLazyComponent, useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import { useRoleText } from '../list/use-role-text.ts'
import { LoadFailure } from '../load-failure.tsx'
import { OrganizationFrame } from '../organization-frame.tsx'
import { usePermissionGroups } from './permission-groups.ts'
import type { Asked } from './role-dialogs.tsx'
import type { Organization } from './role.ts'
import './roles.css'
import { RolesTable } from './roles-table.tsx'

const rolesQuery = graphql(`
  query OrganizationRoles($slug: String!, $language: String) {
    organization(by: { slug: $slug }) {
      ...OrganizationFrame
      builtInRoles {
        name
        label
        grants
        memberCount
      }
      roles {
        name
        label
        grants
        memberCount
      }
      remotePermissions {
        name
        label(language: $language)
      }
    }
  }
`)

export default function RolesPage() {
  const { slug = '' } = useParams()
  const { i18n } = useLingui()
  const { data, error, refetch } = useQuery(rolesQuery, {
    variables: { slug, language: i18n.locale },
    fetchPolicy: 'cache-and-network',
  })
  const organization = data?.organization
  const reload = () => void refetch()
  return (
    <OrganizationFrame slug={slug} tab="roles" organization={organization} error={error} onRetry={reload}>
      {organization && (
        <>
          {error && <LoadFailure error={error} onRetry={reload} />}
          <Roles organization={organization} onChanged={reload} />
        </>
      )}
    </OrganizationFrame>
  )
}

interface Props {
  organization: Organization
  onChanged: () => void
}

/** In a narrow window the table has the column of one role, which is chosen above. */
function Roles({ organization, onChanged }: Props) {
  const { t } = useLingui()
  const roleText = useRoleText(organization.roles)
  const [asked, setAsked] = useState<Asked>()
  const [said, setSaid] = useState<string>()
  const own = organization.roles ?? []
  const all = [organization.builtInRoles ?? [], own].flat()
  const [wanted, setChosen] = useState('')
  const chosen = (all.find(({ name }) => name === wanted) ?? own[0] ?? all[0])?.name
  const groups = usePermissionGroups(organization.builtInRoles?.[0]?.grants ?? [], organization.remotePermissions)
  const ask = (next: Asked) => {
    setSaid(undefined)
    setAsked(next)
  }
  const { Component: RoleDialog, fallback } = useLazyComponent(
    asked !== undefined,
    async () => (await import('./role-dialogs.tsx')).RoleDialog,
  )
  const name = asked?.role ? roleText([asked.role.name]) : ''
  const titles = { create: t`Create role`, edit: t`Edit ${name}`, delete: t`Delete ${name}?` }
  const close = (message?: string) => {
    setAsked(undefined)
    setSaid(message)
  }
  return (
    <section className="kit-section">
      <SectionHead
        title={t`Roles`}
        count={all.length}
        description={own.length === 0 && t`Create roles of your own to give people exactly the permissions they need.`}
        action={
          organization.viewerGrants?.includes('ac:create') && (
            <Button leftSection={<Plus size={16} />} aria-haspopup="dialog" onClick={() => ask({ what: 'create' })}>
              {t`Create role`}
            </Button>
          )
        }
      />
      <Toast>{said}</Toast>
      <div className="role-choice">
        <NativeSelect
          label={t`Role`}
          value={chosen}
          data={all.map((role) => ({ value: role.name, label: roleText([role.name]) }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </div>
      <RolesTable organization={organization} roles={all} chosen={chosen} groups={groups} onAsk={ask} />
      <Dialog opened={asked !== undefined} title={asked ? titles[asked.what] : ''} onClose={() => close()}>
        {asked && RoleDialog ? (
          <RoleDialog asked={asked} organization={organization} groups={groups} onChanged={onChanged} onClose={close} />
        ) : (
          fallback
        )}
      </Dialog>
    </section>
  )
}
