import type { Messages } from '@lingui/core'
import type { PlaceComponents } from './places/places.tsx'
import type { RouteObject } from './router/route.ts'

/** What a remote exposes as `./remote`: the implementations of what its `remote.json` describes. */
export interface Remote {
  routes: RouteObject[]
  /** What it has for each place, by the names of its entries. */
  places?: PlaceComponents
  /** The remote's own catalogue in one language; the shell calls it before the first render and after a change of language. */
  loadMessages: (locale: string) => Promise<Messages>
}
