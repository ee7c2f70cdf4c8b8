import { useLingui } from '@lingui/react/macro'
import { authClient, Avatar, Button, LoadFailure, request, SectionHead, useFormat, useRequest } from 'kit'
import { readUserAgent } from 'kit/device'
import { Table } from 'kit/parts'
import KeyRound from 'lucide-react/icons/key-round'
import Monitor from 'lucide-react/icons/monitor'
import { PersonBadges } from '../people/people-table.tsx'
import { Glyph, ListPanel, Row } from '../rows.tsx'
import { useRoleText } from '../use-role-text.ts'
import type { Person } from './person.ts'

export function Profile({ person: { user, proved, isOperator } }: { person: Person }) {
  const { t } = useLingui()
  const format = useFormat()
  const facts = [
    [t`Name`, user.name],
    [t`Email`, user.email],
    [t`Ownership of the email`, proved ? t`Proved` : t`Not proved`],
    [t`Username`, user.displayUsername ?? user.username],
    [t`Joined`, format.dateTime(user.createdAt)],
    [t`Rights`, isOperator && t`Operator`],
    [t`ID`, user.id],
  ] as const
  const rows = facts.flatMap(([name, value]) =>
    value ? [{ key: name, cells: [name, <Fact key={name} value={value} />] }] : [],
  )
  return (
    <section className="kit-section">
      <SectionHead title={t`Profile`} action={<PersonBadges user={user} />} />
      <Table label={t`Profile`} columns={[{ text: t`Field` }, { text: t`Value` }]} rows={rows} />
    </section>
  )
}

/** Ids and emails break anywhere in a narrow window. */
const Fact = ({ value }: { value: string }) => <span style={{ overflowWrap: 'anywhere' }}>{value}</span>

export function WaysToSignIn({ person: { accounts } }: { person: Person }) {
  const { t } = useLingui()
  const format = useFormat()
  const [providers] = useRequest('providers', () => request(() => authClient.GET('/social-providers')))
  const rows = accounts.map(({ provider, createdAt }) => {
    const isPassword = provider === 'credential'
    const name = providers?.data?.find(({ id }) => id === provider)?.name ?? provider
    const since = t`Since ${{ date: format.date(createdAt) }}`
    return (
      <Row
        key={`${provider} ${createdAt}`}
        mark={<Glyph>{<KeyRound size={16} aria-hidden />}</Glyph>}
        name={isPassword ? t`Password` : name}
        facts={[since]}
      />
    )
  })
  return <ListPanel title={t`Ways to sign in`} empty={t`None. They can set a password by email.`} rows={rows} />
}

export function Sessions({ userId, onEnd }: { userId: string; onEnd: (sessionToken: string) => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const [response, reload] = useRequest(userId, () =>
    request(() => authClient.POST('/admin/list-user-sessions', { body: { userId } })),
  )
  const signOut = t`Sign out…`
  const rows = response?.data?.sessions.map(({ id, token, userAgent, ipAddress, createdAt }) => {
    const { browser, system } = readUserAgent(userAgent)
    const device = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown device`)
    const exactly = format.dateTime(createdAt)
    return (
      <Row
        key={id}
        mark={<Glyph>{<Monitor size={16} aria-hidden />}</Glyph>}
        name={device}
        facts={[ipAddress ?? t`Unknown address`, exactly]}
      >
        <div className="kit-row-actions">
          <Button
            variant="default"
            size="sm"
            aria-label={`${signOut} ${device}, ${exactly}`}
            onClick={() => onEnd(token)}
          >
            {signOut}
          </Button>
        </div>
      </Row>
    )
  })
  return (
    <ListPanel title={t`Sessions`} empty={t`Signed in nowhere.`} rows={response?.error ? [] : rows}>
      {response?.error && <LoadFailure error={response.error} onRetry={reload} />}
    </ListPanel>
  )
}

export function Memberships({ person: { organizations } }: { person: Person }) {
  const { t } = useLingui()
  const format = useFormat()
  const roleText = useRoleText()
  const rows = organizations.map(({ id, name, logo, role, joinedAt }) => (
    <Row
      key={id}
      mark={<Avatar user={{ id, name, image: logo }} isSquare />}
      name={name}
      to={`/admin/organizations/${id}`}
      facts={[roleText(role), t`Since ${{ date: format.date(joinedAt) }}`]}
    />
  ))
  return <ListPanel title={t`Organizations`} empty={t`No organizations yet`} rows={rows} />
}
