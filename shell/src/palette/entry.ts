import type { CallError } from 'kit'
import type { ComponentType } from 'react'
import { type Findable, searchable } from './find.ts'

export interface Entry extends Findable {
  kind: 'page' | 'organization' | 'action' | 'person'
  id: string
  label: string
  image?: string | null
  icon?: ComponentType<{ size: number }> | undefined
  detail?: string
  /** Runs before the palette closes, which shows the returned error instead. */
  act?: () => Promise<CallError | null>
  to?: string
  /** For the page at `to`. */
  state?: object
}

/** `names` find it besides its label. */
export const entryOf = (
  kind: Entry['kind'],
  id: string,
  label: string,
  names: readonly string[],
  more: Partial<Entry>,
): Entry => ({ kind, id, label, names: [label, ...names].map(searchable), ...more })
