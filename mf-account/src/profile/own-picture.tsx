import { useLingui } from '@lingui/react/macro'
import { authClient, PictureField, refreshSession, request, type User } from 'kit'
import { accountTexts } from '../account-texts.ts'

export function OwnPicture({ user }: { user: User }) {
  const { t } = useLingui()
  return (
    <PictureField
      user={user}
      label={t`Picture`}
      chooseText={t`Upload picture`}
      removeText={t`Remove picture`}
      texts={accountTexts}
      onSave={save}
    />
  )
}

async function save(image: string | null) {
  const { error } = await request(() => authClient.POST('/update-user', { body: { image } }))
  if (!error) await refreshSession()
  return error
}
