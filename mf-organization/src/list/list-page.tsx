import { useLingui } from '@lingui/react/macro'
import { Notice, Page, useSession } from 'kit'
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
      <Notice>
        {what === 'left' && t`You left ${name}.`}
        {what === 'deleted' && t`${name} was deleted.`}
      </Notice>
      {session.status === 'signed-in' && <Organizations user={session.user} onInvited={setInvited} />}
    </Page>
  )
}
