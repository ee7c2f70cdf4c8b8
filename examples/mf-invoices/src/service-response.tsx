import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  type Result,
  authClient,
  EmptyState,
  LoadFailure,
  request,
  refreshSession,
  useFailure,
  Waiting,
} from 'kit'
import type { ReactNode } from 'react'

interface Props<Data> {
  response: Result<Data> | undefined
  organization: { id: string; name: string }
  onRetry: () => void
  children: (data: Data) => ReactNode
}

/** Shows the data, a placeholder until it arrives, or an error with what to do. */
export function ServiceResponse<Data>({ response, organization, onRetry, children }: Props<Data>) {
  if (!response) return <Waiting />
  if (!response.error) return children(response.data)
  if (response.error.code === 'OTHER_ORGANIZATION') return <OtherOrganization {...organization} onBack={onRetry} />
  return <LoadFailure error={response.error} onRetry={onRetry} />
}

/** Texts for error codes of the service that kit does not have. */
export const serviceTexts = { OTHER_ORGANIZATION: msg`You work in another organization now.` }

/** Shown if the active organization has changed in another tab. */
function OtherOrganization({ id, name, onBack }: { id: string; name: string; onBack: () => void }) {
  const { t } = useLingui()
  const { failed, failure } = useFailure()
  const goBack = async () => {
    const body = { organizationId: id }
    const { error } = await request(() => authClient.POST('/organization/set-active', { body }))
    if (failed(error)) return
    await refreshSession()
    onBack()
  }
  return (
    <EmptyState title={t`You work in another organization now.`}>
      {failure}
      <ActionButton onAct={goBack}>
        <Trans>Work in {name}</Trans>
      </ActionButton>
    </EmptyState>
  )
}
