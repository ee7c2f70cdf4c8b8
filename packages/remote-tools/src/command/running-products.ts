import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const runningProduct = z.object({ origin: z.string(), dataDir: z.string() })
type RunningProduct = z.infer<typeof runningProduct>

const folderOf = ({ HOME = '' }: NodeJS.ProcessEnv): string => join(HOME, '.cache', 'account-platform', 'running')

/** Lets `remote` find a product in development, with its operator token, until this process ends. */
export function announceProduct(environment: NodeJS.ProcessEnv, product: RunningProduct): void {
  const file = join(folderOf(environment), `${process.pid}.json`)
  try {
    mkdirSync(folderOf(environment), { recursive: true, mode: 0o700 })
    writeFileSync(file, JSON.stringify(product))
  } catch {
    return // without a home, `--to` and DATA_DIR still work
  }
  process.once('exit', () => rmSync(file, { force: true }))
}

export async function findRunningProducts(environment: NodeJS.ProcessEnv): Promise<RunningProduct[]> {
  const folder = folderOf(environment)
  const files = environment['HOME'] ? await readdir(folder).catch(() => []) : []
  const found = files.map(async (file) => {
    // Killed products leave their file behind.
    if (!isRunning(Number.parseInt(file))) return []
    // A product may be writing it.
    const content: unknown = await readFile(join(folder, file), 'utf8')
      .then(JSON.parse)
      .catch(() => null)
    return runningProduct.safeParse(content).data ?? []
  })
  return (await Promise.all(found)).flat()
}

export function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}
