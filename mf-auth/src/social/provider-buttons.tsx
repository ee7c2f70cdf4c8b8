import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  Button,
  redirectTarget,
  request,
  Stack,
  Text,
  useFailure,
  useLocation,
  useRequest,
  withRedirectTarget,
} from 'kit'
import { startTransition, useEffect, useState } from 'react'
import { otherAccountTexts } from '../credential-texts.ts'
import { ownUrl } from '../return-url.ts'
import { forgetLeftPage, lastProvider, leaveFor } from './last-provider.ts'
import { ProviderButton } from './provider-button.tsx'
import { listProviders, type Provider } from './providers.ts'

const MAX_COLLAPSED = 6

interface Props {
  /** Offers only these providers, by id. */
  among?: readonly string[]
  /** Overrides the target in the URL. */
  target?: string
}

/** Must be last in its card, so that nothing moves when the list arrives. */
export function ProviderButtons({ among, target: ownTarget }: Props) {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const [all, setAll] = useState(false)
  const { failure, failed } = useFailure(otherAccountTexts)
  const [providers] = useRequest('providers', listProviders)
  useEffect(forgetLeftPage, [])
  const offered = providers?.data?.filter(({ id }) => !among || among.includes(id)) ?? []
  if (offered.length === 0) return null

  const last = lastProvider()
  const sorted = offered.toSorted((a, b) => Number(b.id === last) - Number(a.id === last))
  const signIn = async ({ id }: Provider) => {
    const target = ownTarget ?? redirectTarget(search)
    const body = {
      provider: id,
      callbackURL: ownUrl(target),
      errorCallbackURL: ownUrl(withRedirectTarget(pathname, target)),
    }
    const { data, error } = await request(() => authClient.POST('/sign-in/social', { body }))
    if (failed(error) || !data?.url) return
    leaveFor(id, withRedirectTarget(pathname, target))
    location.assign(data.url)
  }
  return (
    <Stack gap="sm" component="section" aria-label={t`Sign in with another account`}>
      {!among && (
        <Text className="kit-or">
          <Trans>or</Trans>
        </Text>
      )}
      {failure}
      {sorted.some(({ demo }) => demo) && (
        <Text size="sm" ta="center">
          <Trans>Demo: these providers are made up. Sign in as anyone.</Trans>
        </Text>
      )}
      <div className="kit-tiles">
        {(all ? sorted : sorted.slice(0, MAX_COLLAPSED)).map((provider) => (
          <ProviderButton
            key={provider.id}
            provider={provider}
            isLast={provider.id === last}
            onChoose={() => signIn(provider)}
          />
        ))}
      </div>
      {sorted.length > MAX_COLLAPSED && (
        <Button variant="subtle" aria-expanded={all} onClick={() => startTransition(() => setAll(!all))}>
          {all ? <Trans>Show fewer</Trans> : <Trans>Show more</Trans>}
        </Button>
      )}
    </Stack>
  )
}
