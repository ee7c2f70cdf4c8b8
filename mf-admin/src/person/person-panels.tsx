import { useLingui } from '@lingui/react/macro'
import { authClient, Avatar, emailOf, EmptyState, Panel, request, Text, useFormat, useRequest } from 'kit'
import 'kit/provider-icons.css'
import KeyRound from 'lucide-react/icons/key-round'
import type { ReactNode } from 'react'
import { PersonBadges } from '../people/person-row.tsx'
import { Glyph, Row, Rows } from '../rows.tsx'
import { useRoleText } from '../use-role-text.ts'
import type { Person } from './use-person.ts'

interface Props {
  person: Person
}

export function ProfilePanel({ person: { user, proved, isOperator } }: Props) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const language = user.language && new Intl.DisplayNames(i18n.locale, { type: 'language' }).of(user.language)
  const facts: [string, ReactNode][] = [
    [t`Name`, user.name],
    [
      t`Email`,
      emailOf(user) && `${user.email} (${proved ? t`proved` : user.emailVerified ? t`verified` : t`not verified`})`,
    ],
    [t`Username`, user.displayUsername ?? user.username],
    [t`Language`, language],
    [t`Joined`, format.dateTime(user.createdAt)],
    [t`ID`, user.id],
    [t`Rights`, isOperator && t`Operator`],
  ]
  return (
    <Panel title={t`Profile`} action={<PersonBadges user={user} />}>
      <dl className="admin-facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  )
}

export function SignInPanel({ person: { accounts } }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const [providers] = useRequest('providers', () => request(() => authClient.GET('/social-providers')))
  const nameOf = (provider: string) => providers?.data?.find(({ id }) => id === provider)?.name ?? provider
  return (
    <Panel title={t`Ways to sign in`} count={accounts.length}>
      {accounts.length === 0 ? (
        <Text c="dimmed">{t`None. They can set a password by email.`}</Text>
      ) : (
        <Rows label={t`Ways to sign in`}>
          {accounts.map(({ provider, createdAt }) => (
            <Row
              key={`${provider} ${createdAt}`}
              mark={
                <Glyph>
                  {provider === 'credential' ? (
                    <KeyRound size={16} aria-hidden />
                  ) : (
                    <span className="kit-icon provider-icon" data-provider={provider} />
                  )}
                </Glyph>
              }
              name={provider === 'credential' ? t`Password` : nameOf(provider)}
              facts={<span>{t`Since ${{ date: format.date(createdAt) }}`}</span>}
            />
          ))}
        </Rows>
      )}
    </Panel>
  )
}

export function Memberships({ person: { organizations } }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const roleText = useRoleText()
  return (
    <Panel title={t`Organizations`} count={organizations.length}>
      {organizations.length === 0 ? (
        <EmptyState title={t`No organizations yet`} />
      ) : (
        <Rows label={t`Organizations`}>
          {organizations.map(({ id, name, logo, role, joinedAt }) => (
            <Row
              key={id}
              mark={<Avatar user={{ id, name, image: logo }} isSquare />}
              name={name}
              facts={
                <>
                  <span>{roleText(role)}</span>
                  <span>{t`Joined ${{ date: format.date(joinedAt) }}`}</span>
                </>
              }
            />
          ))}
        </Rows>
      )}
    </Panel>
  )
}
