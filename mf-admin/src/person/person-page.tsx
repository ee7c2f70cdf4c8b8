import { useLingui } from '@lingui/react/macro'
import {
  Alert,
  Avatar,
  emailOf,
  EmptyPage,
  LinkButton,
  LoadFailure,
  refreshSession,
  useFormat,
  useNavigate,
  useParams,
  useRequest,
} from 'kit'
import { Menu } from 'kit/parts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { ActDialog } from '../act-dialog.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { EventPanel } from '../event-panel.tsx'
import { useKept } from '../use-kept.ts'
import { loadActivity, loadPerson, nameOf, type Person } from './person.ts'
import { Memberships, Profile, Sessions, WaysToSignIn } from './person-panels.tsx'
import { type Asked, useActMenu, useQuestion } from './use-acts.tsx'

export function PersonPage() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const [response, reload] = useRequest(id, () => loadPerson(id))
  const { data: person, error } = useKept(response) ?? {}
  if (person) return <Shown key={person.user.id} person={person} onChanged={reload} />
  if (error?.code !== 'USER_NOT_FOUND') return error ? <LoadFailure isPage error={error} onRetry={reload} /> : null
  return (
    <EmptyPage title={t`Person not found`}>
      <LinkButton to="/admin/people">{t`People`}</LinkButton>
    </EmptyPage>
  )
}

function Shown({ person, onChanged }: { person: Person; onChanged: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const navigate = useNavigate()
  const [asked, ask] = useState<Asked>()
  const menu = useActMenu(person, ask)
  const question = useQuestion(person, asked, onChanged)
  const [changes, setChanges] = useState(0)
  const { user, announcedEmailChange: change, announcedFactorReset: reset } = person
  const name = nameOf(user)
  const end = user.banExpires && format.dateTime(user.banExpires)
  const close = async (isDone: boolean) => {
    ask(undefined)
    if (!isDone) return
    if (question?.next) {
      await refreshSession()
      return navigate(question.next)
    }
    setChanges(changes + 1)
    onChanged()
  }
  return (
    <AdminFrame
      title={name}
      heading={name}
      description={emailOf(user) ?? user.id}
      mark={<Avatar user={{ ...user, name }} size={40} />}
      action={
        <Menu
          label={t`Actions`}
          purpose={t`For this person:`}
          rightSection={<ChevronDown size={16} aria-hidden />}
          items={menu}
        />
      }
    >
      {user.banned && (
        <Alert color="red" title={end ? t`Banned until ${end}` : t`Banned until the ban is lifted`}>
          {user.banReason}
        </Alert>
      )}
      {change && (
        <Alert color="yellow" title={t`The email changes on ${format.dateTime(change.effectiveAt)}`}>
          {change.newEmail}
        </Alert>
      )}
      {reset && (
        <Alert color="yellow" title={t`The second factors are removed on ${format.dateTime(reset.effectiveAt)}`} />
      )}
      <Profile person={person} />
      <WaysToSignIn person={person} />
      <Sessions key={`sessions ${changes}`} userId={user.id} onEnd={(sessionToken) => ask({ sessionToken })} />
      <Memberships person={person} />
      <EventPanel key={`activity ${changes}`} title={t`Activity`} load={(after) => loadActivity(user.id, after)} />
      <ActDialog question={question} onClose={(isDone) => void close(isDone)} />
    </AdminFrame>
  )
}
