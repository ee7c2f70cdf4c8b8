import { useLingui } from '@lingui/react/macro'
import { ActionButton, authClient, type CallError, Group, request, useStepUp } from 'kit'

export const listProviders = () => request(() => authClient.GET('/social-providers'))

type Provider = NonNullable<Awaited<ReturnType<typeof listProviders>>['data']>[number]

/** Requires a recent sign-in, then redirects to the provider and back to this page. */
export function LinkProviders({
  providers,
  onRefused,
}: {
  providers: Provider[]
  onRefused: (error: CallError | null) => void
}) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const link = async (provider: Provider['id']) => {
    const body = { provider, callbackURL: '/account/security', errorCallbackURL: '/account/security' }
    const refusal = await freshly(async () => {
      const { data, error } = await request(() => authClient.POST('/link-social', { body }))
      if (data) location.assign(data.url)
      return error
    })
    onRefused(refusal)
  }
  if (providers.length === 0) return null
  return (
    <Group gap="sm">
      {providers.map(({ id, name }) => (
        <ActionButton key={id} variant="default" size="sm" onAct={() => link(id)}>
          {t`Connect ${name}`}
        </ActionButton>
      ))}
      {stepUp}
    </Group>
  )
}
