import { Trans, useLingui } from '@lingui/react/macro'
import {
  isCanceledAtProvider,
  LinkButton,
  Navigate,
  RequestId,
  Text,
  useErrorText,
  useSearchParams,
  useSession,
} from 'kit'
import { useEffect, useState } from 'react'
import { MarkedPage } from '../marked-page.tsx'
import { forgetLeftPage, readLeftPage } from '../social/last-provider.ts'

/** Users who left a page of this tab for a provider go back there with the error instead. */
export default function ErrorPage() {
  const { t } = useLingui()
  const errorText = useErrorText()
  const [search] = useSearchParams()
  const { status } = useSession()
  const code = search.get('error') ?? 'unknown'
  const isCanceled = isCanceledAtProvider(code)
  const [left] = useState(readLeftPage)
  useEffect(forgetLeftPage, [])
  if (status === 'loading') return null
  const isOut = status === 'signed-out'
  if (left && isOut) {
    return <Navigate to={`${left}${left.includes('?') ? '&' : '?'}${new URLSearchParams({ error: code })}`} replace />
  }
  return (
    <MarkedPage title={isCanceled ? t`Nothing was changed` : t`Something went wrong`}>
      <Text>{errorText({ code })}</Text>
      {!isCanceled && <RequestId />}
      <LinkButton to={isOut ? '/sign-in' : '/'}>{isOut ? <Trans>Sign in</Trans> : <Trans>Home</Trans>}</LinkButton>
    </MarkedPage>
  )
}
