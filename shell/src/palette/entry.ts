import type { CallError } from 'kit'
import type { Findable } from './find.ts'

export interface Entry extends Findable {
  kind: 'page' | 'organization' | 'action' | 'person'
  id: string
  label: string
  image?: string | null
  detail?: string
  /** Runs before the palette closes, which shows the returned error instead. */
  act?: () => Promise<CallError | null>
  to?: string
}
