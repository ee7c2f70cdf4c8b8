import { createHash } from 'node:crypto'
import type { Mutant } from './mutants.ts'

/**
 * The mutants of one file in the order in which the seed takes them: of each kind one, then of each kind a second … The order
 * hangs on what a mutant does, not on where it stands, so that a change of one line leaves the choice of the others as it was.
 */
export function inOrderOf(seed: string, mutants: readonly Mutant[]): Mutant[] {
  const rank = (text: string): string => createHash('sha256').update(`${seed}\n${text}`).digest('hex')
  const ranked = mutants
    .map((mutant) => ({ mutant, rank: rank(`${mutant.file}\n${mutant.before}\n${mutant.after}`) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
  const seen = new Map<string, number>()
  return ranked
    .map(({ mutant, rank: within }) => {
      const turn = seen.get(mutant.kind) ?? 0
      seen.set(mutant.kind, turn + 1)
      return { mutant, turn, rank: rank(`${mutant.file} ${mutant.kind}`) + within }
    })
    .toSorted((one, other) => one.turn - other.turn || (one.rank < other.rank ? -1 : 1))
    .map(({ mutant }) => mutant)
}
