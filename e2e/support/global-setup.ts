import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './product.ts'

/** All tests share one product; each test creates its own people. */
export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct()
  process.env['PRODUCT_URL'] = product.address
  process.env['PRODUCT_DATA'] = product.dataDir
  // For next-shell.ts.
  const nextShell = await mkdtemp(join(tmpdir(), 'next-shell-'))
  process.env['NEXT_SHELL'] = nextShell
  return async () => {
    await product.stop()
    await rm(nextShell, { recursive: true })
  }
}
