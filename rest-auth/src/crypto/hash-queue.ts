import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { ApiError } from '../errors.ts'

/** What a worker is asked for: a new hash (PHC string), or whether a password is the one of a hash (boolean). */
export type HashTask =
  | { kind: 'hash'; password: string; parameters: { memoryCost: number; timeCost: number; parallelism: number } }
  | { kind: 'verify'; password: string; hash: string }

interface Job {
  readonly task: HashTask
  resolve(result: unknown): void
  reject(error: Error): void
}

interface Slot {
  readonly worker: Worker
  job: Job | undefined
}

/** A hash takes 19 MiB, so on a large machine not every core gets a worker. */
const workersAtMost = Math.min(availableParallelism(), 8)
const waitingAtMost = 128
const waiting: Job[] = []
const slots = new Set<Slot>()

/**
 * Computes in a worker thread, on at most one per core: more hashes at once than cores only make each of them slower. The
 * threads have a low priority, so a flood of sign-ins slows nothing else. Throws 503 SERVER_BUSY when too many wait already.
 */
export function inHashQueue(task: HashTask): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const job = { task, resolve, reject }
    const slot = [...slots].find((one) => one.job === undefined) ?? startSlot()
    if (slot) give(slot, job)
    else if (waiting.length < waitingAtMost) waiting.push(job)
    else reject(new ApiError('SERVER_BUSY', { retryAfter: 2 }))
  })
}

function startSlot(): Slot | undefined {
  if (slots.size >= workersAtMost) return undefined
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { execArgv: [] })
  const slot: Slot = { worker, job: undefined }
  slots.add(slot)
  worker.on('message', (result: unknown) => {
    slot.job?.resolve(result)
    giveNext(slot)
  })
  worker.on('error', (error: Error) => {
    slots.delete(slot)
    slot.job?.reject(error)
    const replacement = waiting.length > 0 ? startSlot() : undefined
    if (replacement) giveNext(replacement)
  })
  worker.unref()
  return slot
}

/** The process does not end while somebody waits for a hash, but for an idle worker it does. */
function give(slot: Slot, job: Job): void {
  slot.job = job
  slot.worker.ref()
  slot.worker.postMessage(job.task)
}

function giveNext(slot: Slot): void {
  const next = waiting.shift()
  slot.job = undefined
  if (next) give(slot, next)
  else slot.worker.unref()
}
