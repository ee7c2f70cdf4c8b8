import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  Button,
  hasFact,
  redirectTarget,
  request,
  Stack,
  Text,
  useFailure,
  useLocation,
  withRedirectTarget,
} from 'kit'
import { startTransition, useEffect, useState } from 'react'
import { otherAccountTexts } from '../credential-texts.ts'
import { ownUrl } from '../return-url.ts'
import { forgetLeftPage, lastProvider, leaveFor } from './last-provider.ts'
import { ProviderButton } from './provider-button.tsx'
import { type Provider, providers } from './providers.ts'

const MAX_COLLAPSED = 6

interface Props {
  /** Offers only these providers, by id. */
  among?: readonly string[]
  /** Overrides the target in the URL. */
  target?: string
}

/** Known before the first paint (`hasFact`), so nothing moves. */
export function ProviderButtons({ among, target: ownTarget }: Props) {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const [all, setAll] = useState(false)
  const { failure, failed } = useFailure(otherAccountTexts)
  useEffect(forgetLeftPage, [])
  const offered = providers.filter(({ id, fact }) => hasFact(fact) && (!among || among.includes(id)))
  if (offered.length === 0) return null

  const last = lastProvider()
  const lastIndex = offered.findIndex(({ id }) => id === last)
  // In the last place that is shown: the prerendered page cannot know it, and the others stay.
  if (lastIndex >= MAX_COLLAPSED) offered.splice(MAX_COLLAPSED - 1, 0, ...offered.splice(lastIndex, 1))
  const signIn = async ({ id }: Provider) => {
    const target = ownTarget ?? redirectTarget(search)
    const page = withRedirectTarget(pathname, target)
    const back = `${page}${page.includes('?') ? '&' : '?'}provider=${id}`
    const body = {
      provider: id,
      allowMissingEmail: true, // the start page and the profile ask for one
      callbackURL: ownUrl(target),
      errorCallbackURL: ownUrl(back),
    }
    const { data, error } = await request(() => authClient.POST('/sign-in/social', { body }))
    if (failed(error) || !data || !('url' in data) || !data.url) return
    leaveFor(id, back)
    location.assign(data.url)
  }
  return (
    <Stack gap="sm" component="section" data-when="providers" aria-label={t`Sign in with another account`}>
      {failure}
      {/* The styles hide the rest, because the server removes some buttons of the prerendered page. */}
      <div className="kit-tiles" data-max={all ? undefined : MAX_COLLAPSED}>
        {offered.map((provider) => (
          <ProviderButton
            key={provider.id}
            provider={provider}
            isLast={provider.id === last}
            onChoose={() => signIn(provider)}
          />
        ))}
      </div>
      {offered.length > MAX_COLLAPSED && (
        <Button variant="subtle" size="sm" aria-expanded={all} onClick={() => startTransition(() => setAll(!all))}>
          {all ? <Trans>Show fewer</Trans> : <Trans>Show more</Trans>}
        </Button>
      )}
      {hasFact('demo-providers') && (
        <Text size="sm" c="dimmed" ta="center" data-when="demo-providers">{t`Demo providers: sign in as anyone.`}</Text>
      )}
      {!among && hasFact('passwords') && <Text className="kit-or" data-when="passwords">{t`or`}</Text>}
    </Stack>
  )
}
