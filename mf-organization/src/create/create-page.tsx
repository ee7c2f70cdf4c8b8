import { useLingui } from '@lingui/react/macro'
import { Page, Panel } from 'kit'
import { CreateForm } from './create-form.tsx'

export function CreatePage() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Create an organization`}
      description={t`You become its owner and can invite others afterwards.`}
      width="narrow"
    >
      <Panel>
        <CreateForm />
      </Panel>
    </Page>
  )
}
