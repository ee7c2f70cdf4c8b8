import type { Messages } from '@lingui/core'
import type { PlaceComponents } from './places/places.tsx'
import type { RouteObject } from './router/route.ts'

/** The module `./remote` of a remote implements what its remote.json describes. */
export interface Remote {
  routes: RouteObject[]
  /** By place and entry name: `{ 'start-card': { summary: SummaryCard } }`. */
  places?: PlaceComponents
  /** Called before the first render and after a change of language. */
  loadMessages: (locale: string) => Promise<Messages>
}
