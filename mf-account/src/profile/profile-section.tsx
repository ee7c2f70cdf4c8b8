import { useLingui } from '@lingui/react/macro'
import { type AccountPlaceProps, hasFact, LanguageSelect, LinkButton, Panel, SectionHead, Text } from 'kit'
import { useState } from 'react'
import { OtherDevices } from '../sessions/other-devices.tsx'
import { EmailPanel } from './email-panel.tsx'
import { OwnPicture } from './own-picture.tsx'
import { ProfileForm } from './profile-form.tsx'
import { YourData } from './your-data.tsx'

export function ProfileSection({ user, session }: AccountPlaceProps) {
  const { t } = useLingui()
  const [before] = useState(user)
  const isRenamed = hasFact('passwords') && user.username !== before.username
  return (
    <>
      <SectionHead title={t`Profile`} />
      <Panel
        title={t`About you`}
        description={t`The people you work with see your picture, name and username.`}
        titlePlace="beside"
      >
        <OwnPicture user={user} />
        <OtherDevices session={session} isOffered={isRenamed} />
        <ProfileForm user={user} />
      </Panel>
      <EmailPanel user={user} session={session} />
      <Panel title={t`Language`} description={t`For all pages and emails.`} titlePlace="beside">
        <LanguageSelect hideLabel />
      </Panel>
      <YourData />
      <Panel title={t`Danger zone`} description={t`This can’t be undone.`} titlePlace="beside" isDanger>
        <ul className="kit-rows">
          <li>
            <div>
              <Text className="kit-name">{t`Delete account`}</Text>
              <Text size="sm" c="dimmed">
                {t`Your profile, ways to sign in, memberships and sent invitations are deleted for good.`}
              </Text>
            </div>
            <LinkButton to="/account/delete" variant="outline" color="red" aria-label={t`Delete account`}>
              {t`Delete…`}
            </LinkButton>
          </li>
        </ul>
      </Panel>
    </>
  )
}
