import { PlainError } from './plain-error.ts'
import { type Product, startProduct } from './product.ts'

/** Runs the product until Ctrl-C or SIGTERM. `onStarted` may add to it; what it answers is called when the product ends. */
export async function runInForeground(
  environment: NodeJS.ProcessEnv,
  onStarted: (product: Product) => Promise<() => void> = async () => () => {},
): Promise<void> {
  const started = performance.now()
  let stopRequested = false
  const starting = startProduct(environment).then(async (product) => ({ product, end: await onStarted(product) }))

  const stop = async (): Promise<void> => {
    if (stopRequested) return
    stopRequested = true
    console.log('Stopping ...')
    const running = await starting.catch(() => undefined)
    running?.end()
    await running?.product.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())

  try {
    const { address, dataDir } = (await starting).product
    process.send?.({ listening: address })
    if (stopRequested) return
    console.log(`\nReady after ${((performance.now() - started) / 1000).toFixed(1)} s: ${address}`)
    console.log(`Mails: ${address}/dev/mail   Data and logs: ${dataDir}   Stop: Ctrl-C\n`)
  } catch (error) {
    const stack = error instanceof Error ? error.stack : String(error)
    console.error(`\n${error instanceof PlainError ? error.message : stack}`)
    process.exit(1)
  }
}
