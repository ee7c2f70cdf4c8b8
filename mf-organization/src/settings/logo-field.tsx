import { Trans, useLingui } from '@lingui/react/macro'
import { PictureField, refreshSession } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { organizationTexts } from '../organization-texts.ts'
import { updateMutation } from './rename-form.tsx'

export function LogoField({
  organization: { id, databaseId, name, logo },
}: {
  organization: OrganizationFieldsFragment
}) {
  const { t } = useLingui()
  return (
    <PictureField
      user={{ id: databaseId, name, image: logo }}
      isSquare
      label={t`Logo of the organization`}
      chooseText={<Trans>Choose a logo</Trans>}
      removeText={<Trans>Remove the logo</Trans>}
      texts={organizationTexts}
      onSave={async (image) => {
        const refusal = refusalOf(await mutate(updateMutation, { input: { organizationId: id, logo: image } }))
        if (!refusal) void refreshSession() // other tabs show the logo
        return refusal
      }}
    />
  )
}
