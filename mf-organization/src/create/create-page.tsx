import { useLingui } from '@lingui/react/macro'
import { PanelPage } from 'kit'
import { CreateForm } from './create-form.tsx'

export function CreatePage() {
  const { t } = useLingui()
  return (
    <PanelPage title={t`Create organization`} description={t`You become its owner and can invite people next.`}>
      <CreateForm />
    </PanelPage>
  )
}
