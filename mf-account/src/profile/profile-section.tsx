import { Trans, useLingui } from '@lingui/react/macro'
import { type AccountPlaceProps, LanguageSelect, LinkButton, Panel, Text } from 'kit'
import { EmailPanel } from './email-panel.tsx'
import { OwnPicture } from './own-picture.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ProfileSection({ user }: AccountPlaceProps) {
  const { t } = useLingui()
  return (
    <>
      <Panel title={t`Name and picture`} titlePlace="beside">
        <OwnPicture user={user} />
        <ProfileForm user={user} />
      </Panel>
      <EmailPanel user={user} />
      <Panel title={t`Language`} titlePlace="beside">
        <LanguageSelect hideLabel />
      </Panel>
      <Panel title={t`Delete the account`} titlePlace="beside">
        <Text>
          <Trans>
            Your profile, your ways to sign in, your memberships and the invitations you sent are deleted for good.
          </Trans>
        </Text>
        <LinkButton to="/account/delete" variant="outline" color="red" w="fit-content">
          <Trans>Delete the account</Trans>
        </LinkButton>
      </Panel>
    </>
  )
}
