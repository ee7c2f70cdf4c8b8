import { fork, type ChildProcess } from 'node:child_process'
import { ApiError } from '../errors.ts'
import { currentRequest } from '../request-context.ts'

/** In milliseconds. */
const maxDuration = 10_000
/** In milliseconds. An idle worker would keep about 75 MB. */
const maxIdle = 10_000
const maxWaiting = { all: 32, caller: 2 }

let worker: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined
/** The caller of each picture in the queue. */
const queue: string[] = []
let previous: Promise<unknown> = Promise.resolve()

/**
 * Decodes a picture and encodes it again, so that no byte of the upload reaches a browser. Returns
 * PNG or WebP of at most 512 pixels a side, or null for anything that is not a picture.
 *
 * A process of its own, without our environment, contains faults of the decoders. It encodes one
 * picture at a time, and few of each user, so that nobody fills the queue.
 */
export async function encodePicture(content: Uint8Array): Promise<Buffer | null> {
  const request = currentRequest()
  const caller = request?.actorId ?? request?.address ?? ''
  const retryAfter = maxDuration / 1000
  if (queue.filter((each) => each === caller).length >= maxWaiting.caller)
    throw new ApiError('TOO_MANY_REQUESTS', { retryAfter })
  if (queue.length >= maxWaiting.all) throw new ApiError('SERVER_BUSY', { retryAfter })
  queue.push(caller)
  const encoded = previous.then(() => encode(content))
  previous = encoded
  return encoded.finally(() => queue.splice(queue.indexOf(caller), 1))
}

const events = ['message', 'exit', 'error']

function encode(content: Uint8Array): Promise<Buffer | null> {
  const child = (worker ??= startWorker())
  clearTimeout(idle)
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), maxDuration)
    const finish = (encoded: unknown) => {
      clearTimeout(timer)
      for (const event of events) child.off(event, finish)
      if (child === worker) idle = setTimeout(endWorker, maxIdle).unref()
      resolve(encoded instanceof Uint8Array ? Buffer.from(encoded) : null)
    }
    for (const event of events) child.on(event, finish)
    child.send(content, (error) => error && finish(null))
  })
}

function startWorker(): ChildProcess {
  const child = fork(new URL('./encode-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const forget = () => {
    if (child === worker) worker = undefined
  }
  child.on('exit', forget).on('error', forget)
  child.unref()
  child.channel?.unref()
  return child
}

function endWorker(): void {
  worker?.kill()
  worker = undefined
}
