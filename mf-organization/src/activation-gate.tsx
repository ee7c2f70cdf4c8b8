import { Trans } from '@lingui/react/macro'
import { ActionButton, Failure, Panel, Stack, Text, useSession, Waiting } from 'kit'
import { type ReactNode, useContext, useEffect, useEffectEvent } from 'react'
import type { OrganizationFrameFragment } from './generated/graphql.ts'
import { organizationTexts } from './organization-texts.ts'
import { setActive } from './set-active.ts'
import { ActivationContext } from './activation.ts'

interface Props {
  organization: OrganizationFrameFragment
  children: ReactNode
}

// Other remotes' services work on the active organization, so a visit activates it, once. If
// another tab changes it later, the user decides: tabs must not fight over it.
export function ActivationGate({ organization: { databaseId, slug, name }, children }: Props) {
  const state = useSession()
  const [activation, setActivation] = useContext(ActivationContext)
  const isActive = state.status === 'signed-in' && state.session.activeOrganizationId === databaseId
  const activate = async () => {
    setActivation('running')
    setActivation((await setActive(slug)) ?? 'done')
  }
  const activateOnce = useEffectEvent(() => (isActive ? setActivation('done') : void activate()))
  useEffect(() => {
    if (activation === 'needed') activateOnce()
  }, [activation])
  if (isActive) return children
  return (
    <Panel>
      {activation === 'needed' || activation === 'running' ? (
        <Waiting lines={4} />
      ) : (
        <Stack align="start">
          {activation === 'done' ? (
            <Text component="output">
              <Trans>You work in another organization now. This part shows only the one that you work in.</Trans>
            </Text>
          ) : (
            <Failure error={activation} texts={organizationTexts} />
          )}
          <ActionButton variant="default" onAct={activate}>
            <Trans>Work in {name}</Trans>
          </ActionButton>
        </Stack>
      )}
    </Panel>
  )
}
