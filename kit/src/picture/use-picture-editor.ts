import { type ReactNode, useState } from 'react'

/** A picture as a `data:` address of at most 16,000 characters, or why there is none: `PICTURE_UNREADABLE`, `NETWORK_FAILURE`. */
export type EditedPicture = { image: string } | { code: string }

/**
 * Asks which square part of a picture is to be shown. `edit` answers it, or null when the reader gave up; `editor` is the question, which
 * stands beside a form. Few visits need its code, so it is fetched when a file was chosen.
 */
export function usePictureEditor() {
  const [editor, setEditor] = useState<ReactNode>(null)
  const edit = async (file: File): Promise<EditedPicture | null> => {
    const loaded = await import('./picture-editor.tsx').catch(() => null)
    return loaded ? loaded.askForPart(file, setEditor) : { code: 'NETWORK_FAILURE' }
  }
  return { editor, edit }
}
