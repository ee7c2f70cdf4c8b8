// A worker thread that computes password hashes, after everything else has had its turn.
import { hashSync, verifySync } from '@node-rs/argon2'
import { scryptSync, timingSafeEqual } from 'node:crypto'
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { HashOutcome, HashTask } from './hash-queue.ts'

// On Linux a priority belongs to the thread that sets it; elsewhere it would slow down the whole process.
// Only root may raise one, so a process that was started with an even lower one (`nice`, systemd's Nice=) keeps it.
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
    return false // a hash that cannot be read is nobody's password
  }
}

const cost = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }

/** better-auth's form: `<32 hex digits>:<128 hex digits>`, salted with the hex text itself, not with the bytes it stands for. */
function verifyScrypt(hash: string, password: string): boolean {
  const [salt, key] = hash.split(':')
  if (!salt || !key || !/^[0-9a-f]{128}$/.test(key)) return false
  return timingSafeEqual(Buffer.from(key, 'hex'), scryptSync(password, salt, 64, cost))
}
