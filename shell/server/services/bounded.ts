import { Transform } from 'node:stream'
import type { WebSocket } from 'ws'

/** Bytes of a message of a socket, and of messages that wait because the other side is slow. */
export const longestMessage = 1_000_000
const longestQueue = 4_000_000

export class TooLarge extends Error {
  override name = 'TooLarge'
}

export function limited(bound: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      if (bytes > bound) done(new TooLarge('the body is too large'))
      else done(null, chunk)
    },
  })
}

/** Who sends faster than the other side takes does not fill our memory: both are left. */
export function boundQueue(sender: WebSocket, receiver: WebSocket, data: Buffer | ArrayBuffer | Buffer[]): void {
  const length = Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength
  // While it connects messages are kept elsewhere.
  const isConnecting = receiver.readyState === receiver.CONNECTING
  const waiting = isConnecting ? (early.get(receiver) ?? 0) + length : receiver.bufferedAmount
  if (isConnecting) early.set(receiver, waiting)
  if (waiting <= longestQueue) return
  sender.terminate()
  receiver.terminate()
}
const early = new WeakMap<WebSocket, number>()
