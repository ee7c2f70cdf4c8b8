import { useLingui } from '@lingui/react/macro'
import { ActionButton, Failure, PictureField, refreshSession, useFailure } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { organizationTexts } from '../organization-texts.ts'
import { updateMutation } from './rename-form.tsx'

interface Props {
  organization: OrganizationFieldsFragment
  onConflict: () => void
}

const conflict = { code: 'ORGANIZATION_HAS_CHANGED' }

export function LogoField({ organization: { id, databaseId, name, logo }, onConflict }: Props) {
  const { t } = useLingui()
  const { failure, failed } = useFailure(organizationTexts)
  const [refused, setRefused] = useState<{ image: string | null }>()
  const save = async (image: string | null) => {
    const input = { organizationId: id, logo: image, expected: { logo } }
    const refusal = refusalOf(await mutate(updateMutation, { input }))
    const hasChanged = refusal?.code === conflict.code
    setRefused(hasChanged ? { image } : undefined)
    if (hasChanged) onConflict()
    else if (!refusal) void refreshSession() // other tabs show the logo
    return hasChanged ? null : refusal
  }
  return (
    <>
      <PictureField
        user={{ id: databaseId, name, image: logo }}
        isSquare
        label={t`Logo of the organization`}
        chooseText={t`Upload logo`}
        removeText={t`Remove logo`}
        texts={organizationTexts}
        onSave={save}
      />
      {failure}
      {refused && (
        <div className="kit-bar">
          <Failure error={conflict} texts={organizationTexts} />
          <ActionButton variant="default" size="sm" onAct={async () => failed(await save(refused.image))}>
            {t`Save anyway`}
          </ActionButton>
        </div>
      )}
    </>
  )
}
