import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, authClient, Panel, request, useFailure, useStepUp } from 'kit'
import { accountTexts } from '../account-texts.ts'
import { requireFreshSession } from '../require-fresh-session.ts'

export function YourData() {
  const { t } = useLingui()
  const { failed, failure } = useFailure(accountTexts)
  const { freshly, stepUp } = useStepUp()
  const download = async () => {
    const refusal = await freshly(async () => {
      const { data, error } = await request(() => authClient.POST('/export-data', { headers: requireFreshSession }))
      if (data) save('account.json', JSON.stringify(data, null, 2))
      return error
    })
    failed(refusal)
  }
  return (
    <Panel
      title={t`Your data`}
      description={<Trans>Everything stored about you, with your picture, in one file.</Trans>}
      titlePlace="beside"
    >
      {failure}
      <div>
        <ActionButton variant="default" onAct={download}>
          <Trans>Download your data</Trans>
        </ActionButton>
      </div>
      {stepUp}
    </Panel>
  )
}

function save(name: string, json: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
