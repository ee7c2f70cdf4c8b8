import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Histogram } from 'prom-client'
import { requestContexts } from 'database/request-context.ts'
import { gauge, startAtZero } from 'service/metrics.ts'
import { ApiError } from '../errors.ts'

/** Resolves to a PHC string, or to whether the password matches. */
export type HashTask =
  | { kind: 'hash'; password: string; parameters: { memoryCost: number; timeCost: number; parallelism: number } }
  | { kind: 'verify'; password: string; hash: string }

/** `duration` is in milliseconds, measured in the worker: a busy event loop would distort it. */
export interface HashOutcome {
  readonly result: string | boolean
  readonly duration: number
}

interface Job {
  readonly task: HashTask
  readonly since: number
  resolve(result: unknown): void
  reject(error: Error): void
}

interface Slot {
  readonly worker: Worker
  job: Job | undefined
  idle: NodeJS.Timeout | undefined
}

/** A hash takes 19 MiB, so large machines do not get a worker per core. */
const maxWorkers = Math.min(availableParallelism(), 8)
/** In milliseconds. Requests that would wait longer are refused immediately. */
const maxWait = 2000
/** Jobs per worker that may always wait, even if hashes are slow. */
const minQueue = 16
/** In milliseconds. Idle workers keep about 25 MB, so all but one end after a peak. */
const maxIdle = 30_000
let averageDuration = 20
const waiting = new Set<Job>()
const slots = new Set<Slot>()

const waits = new Histogram({
  name: 'password_hash_wait_seconds',
  help: 'Queue time of password hashes by outcome: started, refused, or the client left',
  labelNames: ['outcome'],
  buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4],
})
startAtZero(waits, { outcome: ['started', 'refused', 'left'] })
const durations = new Histogram({
  name: 'password_hash_duration_seconds',
  help: 'Time to compute a password hash',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
})
gauge('password_hashes_waiting', 'Password hashes in the queue', () => waiting.size)

/** Low-priority worker threads keep sign-ins from slowing down other requests. */
export function runInHashQueue(task: HashTask): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const job = { task, since: performance.now(), resolve, reject }
    const slot = idleSlot() ?? startSlot()
    if (slot) assign(slot, job)
    else if (isCrowded()) refuse(job, 'refused')
    else enqueue(job)
  })
}

/** Throws SERVER_BUSY if the queue is full. Call it before querying the database. */
export function requireRoomForHash(): void {
  if (slots.size < maxWorkers || idleSlot() || !isCrowded()) return
  waits.observe({ outcome: 'refused' }, 0)
  throw busy()
}

const idleSlot = (): Slot | undefined => [...slots].find((each) => each.job === undefined)
const isCrowded = (): boolean =>
  waiting.size >= minQueue * slots.size && ((waiting.size + 1) * averageDuration) / slots.size > maxWait

const observeWait = ({ since }: Job, outcome: 'started' | 'refused' | 'left') =>
  waits.observe({ outcome }, (performance.now() - since) / 1000)

/** Gives up when the client disconnects, or when hashes are slower than estimated. */
function enqueue(job: Job): void {
  waiting.add(job)
  const signal = requestContexts.getStore()?.signal
  const leave = () => {
    if (waiting.delete(job)) refuse(job, signal?.aborted ? 'left' : 'refused')
  }
  if (signal?.aborted) return leave()
  signal?.addEventListener('abort', leave)
  setTimeout(leave, 2 * maxWait).unref()
}

const busy = () => new ApiError('SERVER_BUSY', { retryAfter: maxWait / 1000 })

function refuse(job: Job, outcome: 'refused' | 'left'): void {
  observeWait(job, outcome)
  job.reject(busy())
}

function startSlot(): Slot | undefined {
  if (slots.size >= maxWorkers) return undefined
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { execArgv: [] })
  const slot: Slot = { worker, job: undefined, idle: undefined }
  slots.add(slot)
  worker.on('message', ({ result, duration }: HashOutcome) => {
    averageDuration += (duration - averageDuration) / 8
    durations.observe(duration / 1000)
    slot.job?.resolve(result)
    assignNext(slot)
  })
  worker.on('error', (error: Error) => {
    slots.delete(slot)
    slot.job?.reject(error)
    const replacement = waiting.size > 0 ? startSlot() : undefined
    if (replacement) assignNext(replacement)
  })
  worker.unref()
  return slot
}

/** A running job keeps the process alive; an idle worker does not. */
function assign(slot: Slot, job: Job): void {
  observeWait(job, 'started')
  clearTimeout(slot.idle)
  slot.job = job
  slot.worker.ref()
  slot.worker.postMessage(job.task)
}

function assignNext(slot: Slot): void {
  const [next] = waiting
  slot.job = undefined
  if (next) {
    waiting.delete(next)
    assign(slot, next)
  } else {
    slot.worker.unref()
    slot.idle = setTimeout(() => endIdle(slot), maxIdle).unref()
  }
}

function endIdle(slot: Slot): void {
  if (slots.size === 1 || slot.job) return
  slots.delete(slot)
  void slot.worker.terminate()
}
