import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { RunningProduct } from './product.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Runs `npm run remote -- <args>` as the operator of the product. */
export async function remote(
  args: string[],
  to: Pick<RunningProduct, 'address' | 'dataDir'>,
  cwd = root,
  REMOTE_KEY = '',
): Promise<string> {
  const env = { ...process.env, DATA_DIR: to.dataDir, REMOTE_KEY }
  const command = [join(root, 'packages/remote-tools/src/command/main.ts'), ...args, '--to', to.address]
  return (await run(process.execPath, command, { cwd, env })).stdout
}

/** Builds a changed shell (next-shell.config.ts), once for all tests, and publishes it as 2.0.0. */
export async function publishNextShell(product: RunningProduct): Promise<void> {
  const folder = process.env['NEXT_SHELL'] ?? ''
  const shell = join(folder, 'shell')
  await mkdir(shell, { recursive: true })
  for (const file of ['package.json', 'rspack.config.ts']) await copyFile(join(root, 'shell', file), join(shell, file))
  await cp(join(root, 'shell/src/locales'), join(shell, 'src/locales'), { recursive: true })
  const config = join(root, 'e2e/support/next-shell.config.ts')
  const bundler = ['node_modules/@rspack/cli/bin/rspack.js', 'build', '--config', config, '--output-path']
  const dist = join(shell, 'dist')
  if (!existsSync(dist)) {
    const aside = `${dist}.${process.pid}`
    await run(process.execPath, [...bundler, aside], { cwd: join(root, 'shell') })
    // Another test may have finished first.
    await rename(aside, dist).catch(() => rm(aside, { recursive: true }))
  }
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  await remote(['publish', 'shell', '--no-build', '--version', '2.0.0'], product, folder, String(key))
}
