import { useLingui } from '@lingui/react/macro'
import {
  Alert,
  Avatar,
  emailOf,
  EmptyPage,
  LinkButton,
  LoadFailure,
  useFormat,
  useNavigate,
  useParams,
  Waiting,
} from 'kit'
import { showToast } from 'kit/parts'
import Compass from 'lucide-react/icons/compass'
import { useState } from 'react'
import { AdminFrame } from '../admin-frame.tsx'
import { ActDialog, type Asked, nameOf } from './act-dialog.tsx'
import { ActMenu } from './act-menu.tsx'
import { ActivityPanel } from './activity-panel.tsx'
import type { ActName } from './acts.ts'
import { Memberships, ProfilePanel, SignInPanel } from './person-panels.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { type Person, usePerson } from './use-person.ts'

export function PersonPage() {
  const { id = '' } = useParams()
  return <PersonById key={id} id={id} />
}

function PersonById({ id }: { id: string }) {
  const { t } = useLingui()
  const { person, error, reload } = usePerson(id)
  if (person) return <Shown person={person} onChanged={reload} />
  if (error?.code === 'USER_NOT_FOUND') {
    return (
      <EmptyPage
        title={t`Person not found`}
        picture={<Compass size={96} strokeWidth={1.75} absoluteStrokeWidth aria-hidden />}
      >
        <LinkButton to="/admin/people">{t`People`}</LinkButton>
      </EmptyPage>
    )
  }
  if (error) return <LoadFailure isPage error={error} onRetry={reload} />
  return (
    <div className="kit-page">
      <Waiting lines={1} isList />
    </div>
  )
}

function Shown({ person, onChanged }: { person: Person; onChanged: () => void }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>()
  const [changes, setChanges] = useState(0)
  const { user } = person
  const name = nameOf(user)
  const done = (act: ActName, said: string) => {
    setAsked(undefined)
    showToast(said)
    if (act === 'remove') return void navigate('/admin/people', { replace: true })
    setChanges(changes + 1)
    onChanged()
  }
  return (
    <AdminFrame
      title={name}
      heading={name}
      description={emailOf(user) ?? user.id}
      mark={<Avatar user={{ ...user, name }} size={40} />}
      action={<ActMenu person={person} onAsk={(act) => setAsked({ act })} />}
    >
      <BanNotice person={person} />
      <ProfilePanel person={person} />
      <SignInPanel person={person} />
      <SessionsPanel
        userId={user.id}
        changes={changes}
        onEnd={(sessionToken) => setAsked({ act: 'session', sessionToken })}
      />
      <Memberships person={person} />
      <ActivityPanel userId={user.id} changes={changes} />
      <ActDialog user={user} asked={asked} onClose={() => setAsked(undefined)} onDone={done} />
    </AdminFrame>
  )
}

function BanNotice({ person: { user } }: { person: Person }) {
  const { t } = useLingui()
  const format = useFormat()
  if (!user.banned) return null
  const end = user.banExpires && format.dateTime(user.banExpires)
  return (
    <Alert color="red" title={end ? t`Banned until ${end}` : t`Banned until the ban is lifted`}>
      {user.banReason}
    </Alert>
  )
}
