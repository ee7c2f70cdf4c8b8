import { join } from 'node:path'
import { keptSecret } from 'service/kept-secret.ts'
import { randomSecret } from 'service/secret.ts'

interface Settings {
  readonly OPERATOR_TOKEN?: string | undefined
  readonly DATA_DIR: string
  readonly production: boolean
}

/** Returns OPERATOR_TOKEN or, in development, a token that is created once in `DATA_DIR`. */
export function readOperatorToken({ OPERATOR_TOKEN, DATA_DIR, production }: Settings): string | null {
  if (OPERATOR_TOKEN !== undefined || production) return OPERATOR_TOKEN ?? null
  return keptSecret(join(DATA_DIR, 'operator-token'), () => `rmo_${randomSecret(32)}\n`).trim()
}
