import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  Avatar,
  Button,
  Group,
  PICTURE_TYPES,
  Stack,
  useFailure,
  usePictureEditor,
  useUnsavedChanges,
} from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { organizationTexts } from '../organization-texts.ts'
import { updateMutation } from './rename-form.tsx'

/** The logo of an organization: chosen from a file, dropped or pasted here, then which part of it is shown. */
export function LogoField({ organization: { id, name, logo } }: { organization: OrganizationFieldsFragment }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const { failure, failed } = useFailure(organizationTexts)
  const [isTaking, setTaking] = useState(false)
  const { editor, edit } = usePictureEditor()
  useUnsavedChanges(isTaking)

  const save = async (image: string | null) =>
    failed(refusalOf(await mutate(updateMutation, { input: { organizationId: id, logo: image } })))
  const take = async (file: File | undefined) => {
    setTaking(true)
    const edited = file ? await edit(file) : null
    if (edited && 'image' in edited) await save(edited.image)
    else failed(edited)
    setTaking(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  const paste = ({ clipboardData }: ClipboardEvent) => void take(clipboardData.files[0])
  return (
    <Stack gap="sm" onDragOver={(event) => event.preventDefault()} onDrop={drop} onPaste={paste}>
      {failure}
      {editor}
      <Group>
        <Avatar user={{ name, image: logo }} size={72} />
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES}
          aria-label={t`Logo of the organization`}
          hidden
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0])
            currentTarget.value = '' // the browser tells nothing when the same file is chosen again
          }}
        />
        <Button variant="default" size="sm" onClick={() => input.current?.click()}>
          <Trans>Choose a logo</Trans>
        </Button>
        {logo && (
          <ActionButton variant="subtle" size="sm" onAct={() => save(null)}>
            <Trans>Remove the logo</Trans>
          </ActionButton>
        )}
      </Group>
    </Stack>
  )
}
