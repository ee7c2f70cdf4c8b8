import type { FastifyReply, FastifyRequest } from 'fastify'
import { createMemoryCounter } from 'service/memory-counter.ts'
import { RegistryRefusal } from './refusal.ts'

export const maxUploadBytes = 32 * 1024 * 1024 // several times the size of the largest remote or shell
/** By one token, refused ones included. Each server counts for itself, to protect its processor. */
const rate = { max: 1000, window: 3600 }

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
export type UploadLimits = ReturnType<typeof limitUploads>

/** Returns what all uploads share. `forward` handles them, and changes of channels, elsewhere. */
export function limitUploads(now: () => Date, forward: Hook | undefined) {
  const uploads = createMemoryCounter(rate)

  const count: Hook = async ({ caller }) => {
    if (caller?.token && uploads.take(caller.who, 1, now().getTime()).wait > 0)
      throw new RegistryRefusal(
        'TOO_MANY_CHANGES',
        `This token has sent ${rate.max} versions and builds within an hour, the maximum. Try again later.`,
      )
  }
  const elsewhere = forward ? [forward] : []
  return { elsewhere, upload: { bodyLimit: maxUploadBytes, onRequest: [count, ...elsewhere] } }
}
