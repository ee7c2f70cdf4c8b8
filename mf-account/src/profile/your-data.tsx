import { useLingui } from '@lingui/react/macro'
import { ActionButton, authClient, Panel, request, useFailure, useStepUp } from 'kit'
import { saveFile } from 'kit/device'
import { accountTexts } from '../account-texts.ts'
import { requireFreshSession } from '../require-fresh-session.ts'

export function YourData() {
  const { t } = useLingui()
  const { failed, failure } = useFailure(accountTexts)
  const { freshly, stepUp } = useStepUp()
  const download = async () => {
    const refusal = await freshly(async () => {
      const { data, error } = await request(() => authClient.POST('/export-data', { headers: requireFreshSession }))
      if (data) saveFile('account.json', JSON.stringify(data, null, 2), 'application/json')
      return error
    })
    failed(refusal)
  }
  return (
    <Panel
      title={t`Your data`}
      description={t`Everything stored about you, with your picture, in one file.`}
      titlePlace="beside"
    >
      {failure}
      <div>
        <ActionButton variant="default" onAct={download}>{t`Download your data`}</ActionButton>
      </div>
      {stepUp}
    </Panel>
  )
}
