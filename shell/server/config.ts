import { resolve } from 'node:path'
import { origin, readEnvironment, settings, type Environment } from 'service/environment.ts'
import { z } from 'zod'

export const ownSettings = settings(3000, {
  REST_AUTH_URL: origin.prefault('http://127.0.0.1:4001'),
  GATEWAY_URL: origin.prefault('http://127.0.0.1:4000'),
  DATA_DIR: z.string().default('.data'),
})

export type Config = ReturnType<typeof loadConfig>

/** Reads the whole environment once. Throws a ConfigError that lists all faults at once. */
export function loadConfig(env: Environment) {
  const values = readEnvironment(ownSettings, env)
  return {
    ...values,
    registryFolder: resolve(values.DATA_DIR, 'registry'),
    /** Pages reload when a build changes (`npm run dev`). */
    liveReload: values.NODE_ENV === 'development',
  }
}
