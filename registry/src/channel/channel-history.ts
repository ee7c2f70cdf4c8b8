import type { Channel } from 'contract/responses.ts'
import type { RegistryContext } from '../context.ts'
import { findVersion } from '../version/versions.sql.ts'

const maxHistory = 10

export const appendToHistory = ({ version, history }: Channel, next?: string): string[] =>
  version === null || version === next ? [...history] : [...history, version].slice(-maxHistory)

/** Finds the latest previous version that was not unpublished and satisfies `isFit`. */
export async function stepBack(
  tx: RegistryContext,
  { name, version, history }: Channel,
  isFit: (signed: string) => Promise<boolean>,
  unpublished?: string,
): Promise<Pick<Channel, 'version' | 'history'>> {
  for (let last = history.length - 1; last >= 0; last--) {
    const previous = history[last]
    if (previous === undefined || previous === version || previous === unpublished) continue
    const found = await findVersion(tx, name, previous)
    if (found && !found.unpublishedAt && (await isFit(found.signed)))
      return { version: previous, history: history.slice(0, last) }
  }
  return { version: null, history: [] }
}
