import type { SlotName } from 'kit/remote-description'
import { useLock } from './lock-context.ts'
import type { LockedRemote } from './lock.ts'
import { RemotePart } from './remote-part.tsx'

/** All that the remotes of the lock put into one of the shell's slots, in the order that they ask for. What fails there leaves no hole. */
export function Slot({ name }: { name: SlotName }) {
  return useLock()
    .remotes.filter(({ slots }) => slots.includes(name))
    .toSorted((a, b) => orderOf(a, name) - orderOf(b, name))
    .map((remote) => (
      <RemotePart
        key={remote.name}
        remote={remote}
        place={name}
        phase="slot"
        waiting={null}
        Failed={Nothing}
        contentOf={({ slots }) => slots?.[name] ?? null}
      />
    ))
}

const Nothing = () => null

const orderOf = ({ slotOrder }: LockedRemote, name: SlotName): number => slotOrder?.[name] ?? 100
