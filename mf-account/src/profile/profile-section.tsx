import { Trans } from '@lingui/react/macro'
import { type AccountPlaceProps, LanguageSelect, Panel, TextLink } from 'kit'
import { EmailPanel } from './email-panel.tsx'
import { OwnPicture } from './own-picture.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ProfileSection({ user }: AccountPlaceProps) {
  return (
    <>
      <Panel>
        <OwnPicture user={user} />
        <ProfileForm user={user} />
      </Panel>
      <Panel>
        <LanguageSelect />
      </Panel>
      <EmailPanel user={user} />
      <TextLink to="/account/delete">
        <Trans>Delete the account</Trans>
      </TextLink>
    </>
  )
}
