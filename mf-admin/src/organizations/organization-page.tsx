import { useLingui } from '@lingui/react/macro'
import {
  authClient,
  Avatar,
  LoadFailure,
  request,
  type Result,
  useFormat,
  useNavigate,
  useParams,
  useRequest,
} from 'kit'
import { Menu } from 'kit/parts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { ActDialog, type Question } from '../act-dialog.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { type EntryPage, EventPanel } from '../event-panel.tsx'
import { requestPage } from '../request-page.ts'
import { Glyph, ListPanel, Row } from '../rows.tsx'
import { useMore } from '../use-more.tsx'
import { useRoleText } from '../use-role-text.ts'

export function OrganizationPage() {
  const { id = '' } = useParams()
  return <Shown key={id} id={id} />
}

function Shown({ id }: { id: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const roleText = useRoleText()
  const navigate = useNavigate()
  const [asked, ask] = useState<Question>()
  const [response, reload] = useRequest(id, () => loadOrganization(id))
  const { pages, more } = useMore(response, (cursor) => loadOrganization(id, cursor))
  if (!response) return null
  if (response.error) return <LoadFailure isPage error={response.error} onRetry={reload} />
  const { organization, invitations } = response.data
  const members = pages.flatMap((page) => page.members)
  const { name, slug, logo, memberCount, createdAt } = organization
  const deletion: Question = {
    title: t`Delete ${name}?`,
    effect: t`Removes its members, teams and invitations for good.`,
    button: t`Delete organization`,
    isDanger: true,
    send: ({ reason }) =>
      request(() => authClient.POST('/admin/delete-organization', { body: { organizationId: id, reason } })),
  }
  const close = (isDone: boolean) => {
    ask(undefined)
    if (isDone) void navigate('/admin/organizations')
  }
  return (
    <AdminFrame
      title={name}
      heading={name}
      description={`${slug} · ${t`Created ${{ date: format.date(createdAt) }}`}`}
      mark={<Avatar user={{ id, name, image: logo }} size={40} isSquare />}
      action={
        <Menu
          label={t`Actions`}
          purpose={t`For this organization:`}
          rightSection={<ChevronDown size={16} aria-hidden />}
          items={[{ text: t`Delete…`, isDanger: true, onSelect: () => ask(deletion) }]}
        />
      }
    >
      <ListPanel
        title={t`Members: ${{ count: format.number(memberCount) }}`}
        empty={t`No members yet`}
        rows={members.map(({ user, role, createdAt: joinedAt }) => (
          <Row
            key={user.id}
            mark={<Avatar user={{ ...user, name: user.name || user.email }} />}
            name={user.name || user.email}
            to={`/admin/people/${user.id}`}
            facts={[roleText(role), user.email, t`Since ${{ date: format.date(joinedAt) }}`]}
          />
        ))}
      >
        {more}
      </ListPanel>
      <ListPanel
        title={t`Invitations`}
        empty={t`No open invitations`}
        rows={invitations.map(({ email, role, expiresAt }) => (
          <Row
            key={`${email} ${expiresAt}`}
            mark={<Glyph>{<Mail size={16} aria-hidden />}</Glyph>}
            name={email}
            facts={[roleText(role), t`Until ${{ date: format.dateTime(expiresAt) }}`]}
          />
        ))}
      />
      <EventPanel title={t`Audit log`} load={(before) => loadAuditLog(id, before)} />
      <ActDialog question={asked} onClose={close} />
    </AdminFrame>
  )
}

/** With the members after the cursor. */
const loadOrganization = (id: string, cursor?: string) =>
  requestPage(
    () => authClient.GET('/admin/organization', { params: { query: { id, ...(cursor && { cursor }) } } }),
    (organization) => organization,
  )

async function loadAuditLog(organizationId: string, before: string | null): Promise<Result<EntryPage>> {
  const query = { organizationId, ...(before && { before }) }
  return request(() => authClient.GET('/admin/audit-log', { params: { query } }))
}
