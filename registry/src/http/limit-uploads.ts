import type { FastifyReply, FastifyRequest } from 'fastify'
import { createMemoryCounter } from 'service/memory-counter.ts'
import { RegistryRefusal } from './refusal.ts'

export const maxUploadBytes = 32 * 1024 * 1024 // several times the size of the largest remote or shell
/** Bodies wait in memory until it is their turn. */
const maxConcurrentBytes = { all: 3 * maxUploadBytes, caller: 2 * maxUploadBytes }
/** By one token, refused ones included. Each server counts for itself, to protect its processor. */
const rate = { max: 1000, window: 3600 }

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
export type UploadLimits = ReturnType<typeof limitUploads>

/** Returns what all routes with large bodies share. `forward` handles uploads elsewhere. */
export function limitUploads(now: () => Date, forward: Hook | undefined) {
  const running = new Map<string, number>()
  const uploads = createMemoryCounter(rate)

  const count: Hook = async ({ caller }) => {
    if (caller?.token && uploads.take(caller.who, 1, now().getTime()).wait > 0)
      throw new RegistryRefusal(
        'TOO_MANY_CHANGES',
        `This token has sent ${rate.max} versions and builds within an hour, the maximum. Try again later.`,
      )
  }

  const hold: Hook = async ({ headers, caller, routeOptions: { bodyLimit } }, reply) => {
    const who = caller?.who ?? ''
    const bytes = Number(headers['content-length'] ?? bodyLimit)
    if (bytes > bodyLimit) throw new RegistryRefusal('PAYLOAD_TOO_LARGE', `The maximum is ${bodyLimit} bytes.`)
    const [all, own] = [[...running.values()].reduce((sum, one) => sum + one, 0), running.get(who) ?? 0]
    if (all + bytes > maxConcurrentBytes.all || own + bytes > maxConcurrentBytes.caller)
      throw new RegistryRefusal('SERVER_BUSY', 'Too many uploads are running. Try again in a few seconds.')
    running.set(who, own + bytes)
    reply.raw.once('close', () => {
      const left = (running.get(who) ?? 0) - bytes
      if (left > 0) running.set(who, left)
      else running.delete(who)
    })
  }
  return { hold, upload: { bodyLimit: maxUploadBytes, onRequest: forward ? [count, hold, forward] : [count, hold] } }
}
