import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from 'database/unavailable.ts'
import { randomSecret } from 'service/secret.ts'

interface Settings {
  readonly OPERATOR_TOKEN?: string | undefined
  readonly DATA_DIR: string
  readonly production: boolean
}

/** Returns OPERATOR_TOKEN or, in development, a token that is created once in `DATA_DIR`. */
export async function readOperatorToken({ OPERATOR_TOKEN, DATA_DIR, production }: Settings): Promise<string | null> {
  if (OPERATOR_TOKEN !== undefined || production) return OPERATOR_TOKEN ?? null
  const file = join(DATA_DIR, 'operator-token')
  await mkdir(DATA_DIR, { recursive: true, mode: 0o700 })
  // Linked into place, so that servers starting at the same time all read one complete token.
  const draft = `${file}.${randomSecret(4)}`
  await writeFile(draft, `rmo_${randomSecret(32)}\n`, { mode: 0o600, flag: 'wx' })
  await link(draft, file).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(file, 'utf8')).trim()
}
