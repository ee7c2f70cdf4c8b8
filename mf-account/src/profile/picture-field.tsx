import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  authClient,
  Avatar,
  Button,
  Group,
  PICTURE_TYPES,
  request,
  refreshSession,
  Stack,
  useFailure,
  type User,
  usePictureEditor,
  useUnsavedChanges,
} from 'kit'
import { type ClipboardEvent, useRef, useState, type DragEvent } from 'react'
import { accountTexts } from '../account-texts.ts'

/** The own picture: chosen from a file, dropped or pasted here, then which part of it is shown. */
export function PictureField({ user }: { user: User }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const { failure, failed } = useFailure(accountTexts)
  const [isTaking, setTaking] = useState(false)
  const { editor, edit } = usePictureEditor()
  useUnsavedChanges(isTaking)

  const save = async (image: string | null) => {
    const { error } = await request(() => authClient.POST('/update-user', { body: { image } }))
    if (!failed(error)) await refreshSession()
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    setTaking(true)
    const edited = await edit(file)
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
        <Avatar user={user} size={72} />
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES}
          aria-label={t`Picture`}
          hidden
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0])
            currentTarget.value = '' // the browser tells nothing when the same file is chosen again
          }}
        />
        <Button variant="default" size="sm" onClick={() => input.current?.click()}>
          <Trans>Choose a picture</Trans>
        </Button>
        {user.image && (
          <ActionButton variant="subtle" size="sm" onAct={() => save(null)}>
            <Trans>Remove the picture</Trans>
          </ActionButton>
        )}
      </Group>
    </Stack>
  )
}
