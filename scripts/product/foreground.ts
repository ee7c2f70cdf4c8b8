import { PlainError } from './plain-error.ts'
import { type Product, startProduct } from './product.ts'

/** Runs the product until Ctrl-C or SIGTERM. `onStarted` may add to it; what it answers is called when the product ends. */
export async function runInForeground(
  environment: NodeJS.ProcessEnv,
  onStarted: (product: Product) => Promise<() => void> = async () => () => {},
): Promise<void> {
  const started = performance.now()
  let running: { product: Product; end: () => void } | undefined
  let stopRequested = false

  const stop = async (): Promise<void> => {
    if (stopRequested) return
    stopRequested = true
    console.log('Stopping ...')
    running?.end()
    // What is still being started ends when this process does.
    await running?.product.stop()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())

  try {
    const product = await startProduct(environment)
    running = { product, end: () => {} }
    running.end = await onStarted(product)
    process.send?.({ listening: product.address })
    console.log(`\nReady after ${((performance.now() - started) / 1000).toFixed(1)} s: ${product.address}`)
    const mails = product.production ? '' : `Mails: ${product.address}/dev/mail   `
    console.log(`${mails}Data and logs: ${product.dataDir}   Stop: Ctrl-C\n`)
  } catch (error) {
    const stack = error instanceof Error ? error.stack : String(error)
    console.error(`\n${error instanceof PlainError ? error.message : stack}`)
    process.exit(1)
  }
}
