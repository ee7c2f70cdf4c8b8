import { useLingui } from '@lingui/react/macro'
import { type AccountPlaceProps, Place, type RouteObject, Stack, Text, useLocation, Waiting } from 'kit'
import type { ComponentType } from 'react'
import { AccountFrame, useSections } from './account-frame.tsx'

export function AccountPage() {
  const { t } = useLingui()
  // Like the router, ignores case and a trailing slash.
  const [, name, ...rest] = useLocation().pathname.toLowerCase().split('/').filter(Boolean)
  const sections = useSections()
  const section = sections?.find((each) => each.name === name)
  const isOurs = section?.remote === 'mf-account'
  if (!sections) return <Waiting lines={4} />
  if (!section || (isOurs && rest.length > 0)) {
    return (
      <AccountFrame title={t`Page not found`}>{() => <Text>{t`The link may be old or mistyped.`}</Text>}</AccountFrame>
    )
  }
  return (
    <AccountFrame key={name} title={section.label} hasOwnHead={isOurs}>
      {({ user, session }) => <Place place="account-section" entry={section} user={user} session={session} />}
    </AccountFrame>
  )
}

/** The route loads the section before it renders; React.lazy() would show an incomplete page. */
export function ownSection(load: () => Promise<ComponentType<AccountPlaceProps>>) {
  let Loaded: ComponentType<AccountPlaceProps> | undefined
  const lazy: RouteObject['lazy'] = async () => {
    Loaded = await load()
    return { Component: AccountPage }
  }
  const Section = (props: AccountPlaceProps) => (
    <Stack gap="lg">{Loaded && <Loaded key={props.user.id} {...props} />}</Stack>
  )
  return { lazy, Section }
}
