import { useLingui } from '@lingui/react/macro'
import { Toast, Page, useSession } from 'kit'
import { useState } from 'react'
import { useFarewell } from '../farewell.ts'
import { CreateButton, Organizations } from './organizations.tsx'

export default function ListPage() {
  const { t } = useLingui()
  const session = useSession()
  const [isInvited, setInvited] = useState(false)
  const { what, name = '' } = useFarewell() ?? {}
  return (
    <Page title={t`Organizations`} width="medium" action={<CreateButton variant={isInvited ? 'default' : 'filled'} />}>
      <Toast>
        {what === 'left' && t`You left ${name}.`}
        {what === 'deleted' && t`${name} was deleted.`}
      </Toast>
      {session.status === 'signed-in' && <Organizations user={session.user} onInvited={setInvited} />}
    </Page>
  )
}
