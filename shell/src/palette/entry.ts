import type { CallError } from 'kit'
import type { Findable } from './find.ts'

export interface Entry extends Findable {
  kind: 'page' | 'organization' | 'action'
  id: string
  label: string
  /** What tells it from others of its name, or where it belongs. */
  detail?: string
  /** What it does before the palette closes; an error stays in it. */
  act?: () => Promise<CallError | null>
  to?: string
}
