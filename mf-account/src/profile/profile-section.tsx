import { Trans, useLingui } from '@lingui/react/macro'
import { type AccountPlaceProps, LanguageSelect, LinkButton, Panel, Text } from 'kit'
import { EmailPanel } from './email-panel.tsx'
import { OwnPicture } from './own-picture.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ProfileSection({ user }: AccountPlaceProps) {
  const { t } = useLingui()
  return (
    <>
      <Panel title={t`About you`} titlePlace="beside">
        <OwnPicture user={user} />
        <ProfileForm user={user} />
      </Panel>
      <EmailPanel user={user} />
      <Panel title={t`Language`} titlePlace="beside">
        <LanguageSelect hideLabel />
      </Panel>
      <Panel title={t`Delete account`} titlePlace="beside">
        <Text>
          <Trans>Your profile, ways to sign in, memberships and sent invitations are deleted for good.</Trans>
        </Text>
        <LinkButton to="/account/delete" variant="outline" color="red" w="fit-content">
          <Trans>Delete account</Trans>
        </LinkButton>
      </Panel>
    </>
  )
}
