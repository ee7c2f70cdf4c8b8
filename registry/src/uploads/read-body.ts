import type { Readable } from 'node:stream'
import { maxUploadBytes } from '../http/limit-uploads.ts'
import { RegistryRefusal } from '../http/refusal.ts'

/** Bodies wait in memory until it is their turn. A part of it is for operators only. */
const maxHeldBytes = { all: 4 * maxUploadBytes, teams: 3 * maxUploadBytes, remote: 2 * maxUploadBytes }
const minRate = { bytes: 100_000, milliseconds: 10_000 }

interface Body {
  readonly raw: Readable
  readonly routeOptions: { readonly bodyLimit: number }
}

export const operators = 'operators'

export class BodyReader {
  readonly #held = new Map<string, number>()

  /**
   * Reads a body without joining its parts, which would take the main thread a tenth of a second
   * for 30 MB. Counts what has arrived as held by a remote, or by `operators`, until `release`.
   * @throws RegistryRefusal PAYLOAD_TOO_LARGE, SERVER_BUSY, UPLOAD_TOO_SLOW
   */
  async read({ raw, routeOptions: { bodyLimit } }: Body, by: string) {
    const chunks: Buffer<ArrayBuffer>[] = []
    let bytes = 0
    let rest = minRate.bytes
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const receive = (chunk: Buffer<ArrayBuffer>): void => {
      chunks.push(chunk)
      bytes += chunk.length
      rest -= chunk.length
      this.#add(by, chunk.length)
      if (bytes > bodyLimit) reject(new RegistryRefusal('PAYLOAD_TOO_LARGE', `The maximum is ${bodyLimit} bytes.`))
      else if (this.#isFull(by))
        reject(new RegistryRefusal('SERVER_BUSY', 'Too many uploads are running. Try again in a few seconds.'))
    }
    const leave = () => reject(new Error('the client left'))
    const clock = setInterval(() => {
      if (rest > 0)
        reject(new RegistryRefusal('UPLOAD_TOO_SLOW', `Less than ${minRate.bytes} bytes arrived within ten seconds.`))
      rest = minRate.bytes
    }, minRate.milliseconds)
    raw.on('data', receive).once('end', resolve).once('error', reject).once('close', leave)
    const release = () => this.#add(by, -bytes)
    try {
      await promise
      return { chunks, release }
    } catch (error) {
      release()
      throw error
    } finally {
      clearInterval(clock)
      raw.off('data', receive).off('close', leave).pause()
    }
  }

  #add(by: string, bytes: number): void {
    const held = (this.#held.get(by) ?? 0) + bytes
    if (held > 0) this.#held.set(by, held)
    else this.#held.delete(by)
  }

  #isFull(by: string): boolean {
    const all = [...this.#held.values()].reduce((sum, one) => sum + one, 0)
    const own = this.#held.get(by) ?? 0
    if (by === operators) return all > maxHeldBytes.all
    return own > maxHeldBytes.remote || all - (this.#held.get(operators) ?? 0) > maxHeldBytes.teams
  }
}
