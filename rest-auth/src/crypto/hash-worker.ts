import { hashSync, verifySync } from '@node-rs/argon2'
import { scryptSync, timingSafeEqual } from 'node:crypto'
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { HashOutcome, HashTask } from './hash-queue.ts'

// On Linux a priority applies to one thread, elsewhere to the process. Only root can raise it
// again, so a lower one (`nice`, systemd's Nice=) must stay.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))

parentPort?.on('message', (task: HashTask) => {
  const started = performance.now()
  const result = compute(task)
  parentPort?.postMessage({ result, duration: performance.now() - started } satisfies HashOutcome)
})

function compute(task: HashTask): string | boolean {
  if (task.kind === 'hash') return hashSync(task.password, task.parameters)
  const { hash, password } = task
  try {
    return hash.startsWith('$') ? verifySync(hash, password) : verifyScrypt(hash, password)
  } catch {
    return false // an unreadable hash matches no password
  }
}

const cost = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }

/** better-auth's format `<32 hex digits>:<128 hex digits>`. The salt is the hex text itself. */
function verifyScrypt(hash: string, password: string): boolean {
  const [salt, key] = hash.split(':')
  if (!salt || !key || !/^[0-9a-f]{128}$/.test(key)) return false
  return timingSafeEqual(Buffer.from(key, 'hex'), scryptSync(password, salt, 64, cost))
}
