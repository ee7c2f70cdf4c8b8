import { Trans } from '@lingui/react/macro'
import { ActionButton, Failure, Panel, Stack, Text, useSession, Waiting } from 'kit'
import { type ReactNode, useContext, useEffect, useEffectEvent } from 'react'
import type { OrganizationFrameFragment } from './generated/graphql.ts'
import { organizationTexts } from './organization-texts.ts'
import { setActive } from './set-active.ts'
import { ArrivalContext } from './visit.ts'

interface Props {
  organization: OrganizationFrameFragment
  children: ReactNode
}

/**
 * Around what other remotes show of an organization: their services answer for the active one (a token's), so it has to be this one. Who
 * comes to it makes it so, once. When it is changed afterwards, in another tab of the browser, that stands: of two tabs neither takes it
 * from the other unless its reader wants to.
 */
export function WhileActive({ organization: { databaseId, slug, name }, children }: Props) {
  const state = useSession()
  const [arrival, setArrival] = useContext(ArrivalContext)
  const isActive = state.status === 'signed-in' && state.session.activeOrganizationId === databaseId
  const activate = async () => {
    setArrival('coming')
    setArrival((await setActive(slug)) ?? 'over')
  }
  const arrive = useEffectEvent(() => (isActive ? setArrival('over') : void activate()))
  useEffect(() => {
    if (arrival === 'due') arrive()
  }, [arrival])
  if (isActive) return children
  return (
    <Panel>
      {arrival === 'due' || arrival === 'coming' ? (
        <Waiting lines={4} />
      ) : (
        <Stack align="start">
          {arrival === 'over' ? (
            <Text component="output">
              <Trans>You work in another organization now. This part shows only the one that you work in.</Trans>
            </Text>
          ) : (
            <Failure error={arrival} texts={organizationTexts} />
          )}
          <ActionButton variant="default" onAct={activate}>
            <Trans>Work in {name}</Trans>
          </ActionButton>
        </Stack>
      )}
    </Panel>
  )
}
