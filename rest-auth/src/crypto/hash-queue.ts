import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Histogram } from 'prom-client'
import { requestContexts } from 'database/request-context.ts'
import { gauge } from 'service/metrics.ts'
import { ApiError } from '../errors.ts'

/** Returns a new hash (PHC), or whether the password is that of the hash. */
export type HashTask =
  | { kind: 'hash'; password: string; parameters: { memoryCost: number; timeCost: number; parallelism: number } }
  | { kind: 'verify'; password: string; hash: string }

/** What a worker answers; `duration` in milliseconds, without the time that the answer waits for a busy event loop. */
export interface HashOutcome {
  readonly result: string | boolean
  readonly duration: number
}

interface Job {
  readonly task: HashTask
  /** By `performance.now()`. */
  readonly since: number
  resolve(result: unknown): void
  reject(error: Error): void
}

interface Slot {
  readonly worker: Worker
  job: Job | undefined
  idle: NodeJS.Timeout | undefined
}

/** A hash takes 19 MiB, so on a large machine not every core gets a worker. */
const workersAtMost = Math.min(availableParallelism(), 8)
/** Milliseconds: who would wait longer is told at once to come back. */
const waitAtMost = 2000
/** So many for each worker may always wait: two cores take 32 sign-ins at once, also while hashes are slow. */
const alwaysWait = 16
/** Milliseconds: a worker keeps the memory of a hash, some 25 MB in all, so after a flood they end. One stays, for who comes next. */
const idleAtMost = 30_000
/** Milliseconds that a task takes; follows what the last ones took. */
let usualDuration = 20
const waiting = new Set<Job>()
const slots = new Set<Slot>()

const waits = new Histogram({
  name: 'password_hash_wait_seconds',
  help: 'How long hashes of passwords waited for their turn, and whether it came (started, refused, or the client left before)',
  labelNames: ['outcome'],
  buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4],
})
const durations = new Histogram({
  name: 'password_hash_duration_seconds',
  help: 'How long it took to compute them',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
})
gauge('password_hashes_waiting', 'Hashes of passwords that wait for their turn', () => waiting.size)

/**
 * Computes in a worker thread of low priority, one per core, so that sign-ins slow nothing else.
 * Throws 503 SERVER_BUSY if many wait and it would take two seconds, and skips requests whose client has left.
 */
export function inHashQueue(task: HashTask): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const job = { task, since: performance.now(), resolve, reject }
    const slot = idleSlot() ?? startSlot()
    if (slot) give(slot, job)
    else if (isCrowded()) refuse(job, 'refused')
    else wait(job)
  })
}

/** Throws 503 SERVER_BUSY where a hash would have to wait for too long: before the database is asked for whom it is. */
export function requireRoomForHash(): void {
  if (slots.size < workersAtMost || idleSlot() || !isCrowded()) return
  waits.observe({ outcome: 'refused' }, 0)
  throw busy()
}

const idleSlot = (): Slot | undefined => [...slots].find((each) => each.job === undefined)
const isCrowded = (): boolean =>
  waiting.size >= alwaysWait * slots.size && ((waiting.size + 1) * usualDuration) / slots.size > waitAtMost

const noteWait = ({ since }: Job, outcome: 'started' | 'refused' | 'left') =>
  waits.observe({ outcome }, (performance.now() - since) / 1000)

/** Until there is a turn, the client has gone, or hashes have become so slow that the promise of `waitAtMost` is broken. */
function wait(job: Job): void {
  waiting.add(job)
  const signal = requestContexts.getStore()?.signal
  const leave = () => {
    if (waiting.delete(job)) refuse(job, signal?.aborted ? 'left' : 'refused')
  }
  if (signal?.aborted) return leave()
  signal?.addEventListener('abort', leave)
  setTimeout(leave, 2 * waitAtMost).unref()
}

const busy = () => new ApiError('SERVER_BUSY', { retryAfter: waitAtMost / 1000 })

function refuse(job: Job, outcome: 'refused' | 'left'): void {
  noteWait(job, outcome)
  job.reject(busy())
}

function startSlot(): Slot | undefined {
  if (slots.size >= workersAtMost) return undefined
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { execArgv: [] })
  const slot: Slot = { worker, job: undefined, idle: undefined }
  slots.add(slot)
  worker.on('message', ({ result, duration }: HashOutcome) => {
    usualDuration += (duration - usualDuration) / 8
    durations.observe(duration / 1000)
    slot.job?.resolve(result)
    giveNext(slot)
  })
  worker.on('error', (error: Error) => {
    slots.delete(slot)
    slot.job?.reject(error)
    const replacement = waiting.size > 0 ? startSlot() : undefined
    if (replacement) giveNext(replacement)
  })
  worker.unref()
  return slot
}

/** The process does not end while somebody waits for a hash, but for an idle worker it does. */
function give(slot: Slot, job: Job): void {
  noteWait(job, 'started')
  clearTimeout(slot.idle)
  slot.job = job
  slot.worker.ref()
  slot.worker.postMessage(job.task)
}

function giveNext(slot: Slot): void {
  const [next] = waiting
  slot.job = undefined
  if (next) {
    waiting.delete(next)
    give(slot, next)
  } else {
    slot.worker.unref()
    slot.idle = setTimeout(() => endIdle(slot), idleAtMost).unref()
  }
}

function endIdle(slot: Slot): void {
  if (slots.size === 1 || slot.job) return
  slots.delete(slot)
  void slot.worker.terminate()
}
