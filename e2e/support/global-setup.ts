import { startProduct } from './product.ts'

/** One product for all tests; each test brings people of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct()
  process.env['PRODUCT_URL'] = product.address
  process.env['PRODUCT_DATA'] = product.dataDir
  return () => product.stop()
}
