import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton, Navigate, RequestId, Text, useErrorText, useSearchParams, useSession } from 'kit'
import { useEffect, useState } from 'react'
import { MarkedPage } from '../marked-page.tsx'
import { forgetLeftPage, readLeftPage } from '../social/last-provider.ts'

/** Users who left a page of this tab for a provider go back there with the error instead. */
export function ErrorPage() {
  const { t } = useLingui()
  const errorText = useErrorText()
  const [search] = useSearchParams()
  const { status } = useSession()
  const code = search.get('error') ?? 'unknown'
  const [left] = useState(readLeftPage)
  useEffect(forgetLeftPage, [])
  if (status === 'loading') return null
  if (left && status === 'signed-out') {
    return <Navigate to={`${left}${left.includes('?') ? '&' : '?'}${new URLSearchParams({ error: code })}`} replace />
  }
  return (
    <MarkedPage title={t`Something went wrong`}>
      <Text>{errorText({ code })}</Text>
      <RequestId />
      {status === 'signed-out' ? (
        <LinkButton to="/sign-in">
          <Trans>Sign in</Trans>
        </LinkButton>
      ) : (
        <LinkButton to="/">
          <Trans>Home</Trans>
        </LinkButton>
      )}
    </MarkedPage>
  )
}
