import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useUnsavedChanges } from '../form/unsaved-changes.ts'
import type { ErrorTexts } from '../i18n/error-text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { useFailure } from '../ui/failure.tsx'
import { PICTURE_TYPES } from './picture-types.ts'

interface Props {
  user: { id?: string; email?: string; name: string; image: string | null }
  /** For organizations. */
  isSquare?: boolean
  label: string
  chooseText: ReactNode
  removeText: ReactNode
  texts: ErrorTexts
  /** Saves a `data:` URL of at most 16,000 characters, or removes the picture (null). */
  onSave: (image: string | null) => Promise<{ code: string } | null>
}

export function PictureField({ user, isSquare, label, chooseText, removeText, texts, onSave }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { failure, failed } = useFailure(texts)
  const [isEditing, setEditing] = useState(false)
  const [editor, setEditor] = useState<ReactNode>(null)
  useUnsavedChanges(isEditing)

  const save = async (image: string | null) => failed(await onSave(image))
  const edit = async (file: File | undefined) => {
    if (!file) return void failed(null)
    setEditing(true)
    const loaded = await import(/* webpackChunkName: "dialogs" */ './picture-editor.tsx').catch(() => null)
    const edited = loaded ? await loaded.choosePart(file, setEditor) : { code: 'NETWORK_FAILURE' }
    if (edited && 'image' in edited) await save(edited.image)
    else failed(edited)
    setEditing(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void edit(event.dataTransfer.files[0])
  }
  const paste = ({ clipboardData }: ClipboardEvent) => void edit(clipboardData.files[0])
  return (
    <Stack gap="sm" onDragOver={(event) => event.preventDefault()} onDrop={drop} onPaste={paste}>
      {failure}
      {editor}
      <Group>
        <Avatar user={user} size={72} isSquare={isSquare} />
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES}
          aria-label={label}
          hidden
          onChange={({ currentTarget }) => {
            void edit(currentTarget.files?.[0])
            currentTarget.value = '' // otherwise browsers report nothing when the same file is chosen again
          }}
        />
        <Stack gap="xs" flex={1}>
          <Group gap="xs">
            <Button variant="default" size="sm" onClick={() => input.current?.click()}>
              {chooseText}
            </Button>
            {user.image && (
              <ActionButton variant="subtle" size="sm" onAct={() => save(null)}>
                {removeText}
              </ActionButton>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            <Trans>PNG, JPEG, WebP, GIF or AVIF. You can crop it next.</Trans>
          </Text>
        </Stack>
      </Group>
    </Stack>
  )
}
