import { Transform } from 'node:stream'
import type { WebSocket } from 'ws'

export const maxMessageBytes = 1_000_000
const maxQueueBytes = 4_000_000

export class TooLarge extends Error {
  override name = 'TooLarge'
}

export function limitBytes(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(new TooLarge('the body is too large'))
      else done(null, chunk)
    },
  })
}

/** Closes both sockets if the receiver is too slow for the sender. */
export function limitQueue(sender: WebSocket, receiver: WebSocket, data: Buffer | ArrayBuffer | Buffer[]): void {
  const length = Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength
  // `bufferedAmount` does not include messages queued while the socket is connecting.
  const isConnecting = receiver.readyState === receiver.CONNECTING
  const queuedBytes = isConnecting ? (queuedWhileConnecting.get(receiver) ?? 0) + length : receiver.bufferedAmount
  if (isConnecting) queuedWhileConnecting.set(receiver, queuedBytes)
  if (queuedBytes <= maxQueueBytes) return
  sender.terminate()
  receiver.terminate()
}
const queuedWhileConnecting = new WeakMap<WebSocket, number>()
