import { Trans, useLingui } from '@lingui/react/macro'
import { LanguageSelect, Panel, TextLink } from 'kit'
import { AccountPage } from '../account-page.tsx'
import { EmailPanel } from './email-panel.tsx'
import { PictureField } from './picture-field.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ProfilePage() {
  const { t } = useLingui()
  return (
    <AccountPage title={t`Profile`}>
      {({ user }) => (
        <>
          <Panel>
            <PictureField user={user} />
            <ProfileForm key={user.id} user={user} />
          </Panel>
          <Panel>
            <LanguageSelect />
          </Panel>
          <EmailPanel key={user.id} user={user} />
          <TextLink to="/account/delete">
            <Trans>Delete the account</Trans>
          </TextLink>
        </>
      )}
    </AccountPage>
  )
}
