import { announceProduct } from 'remote-tools/command/running-products'
import { onStopSignals } from 'service/stop-signals.ts'
import { PlainError } from './plain-error.ts'
import { type Product, startProduct } from './product.ts'

/** A second signal kills the product. `onStarted` returns a function to call on shutdown. */
export async function runInForeground(
  environment: NodeJS.ProcessEnv,
  onStarted: (product: Product) => Promise<() => void> = async () => () => {},
): Promise<void> {
  const started = performance.now()
  let running: { product: Product; end: () => void } | undefined

  const stop = async (quickly: boolean): Promise<void> => {
    console.log('Stopping ...')
    running?.end()
    // Anything still starting ends with this process.
    await running?.product.stop(quickly ? 'SIGINT' : 'SIGTERM')
    process.exit()
  }
  onStopSignals(stop, () => running?.product.kill())

  try {
    const product = await startProduct(environment)
    running = { product, end: () => {} }
    running.end = await onStarted(product)
    process.send?.({ listening: product.address })
    if (!product.production) announceProduct(environment, { origin: product.address, dataDir: product.dataDir })
    const after = `after ${((performance.now() - started) / 1000).toFixed(1)} s: ${product.address}`
    const places = product.production ? '' : placesToTry(product.address)
    console.log(
      product.hasPages
        ? `\nReady ${after}\n${places}`
        : `\nNo version of the shell is live, so there are no pages. Services ready ${after}\n`,
    )
    if (product.hasOwnDatabase) console.log(aboutDatabase)
    console.log(`Data and logs: ${product.dataDir}   Stop: Ctrl-C\n`)
  } catch (error) {
    const stack = error instanceof Error ? error.stack : String(error)
    console.error(`\n${error instanceof PlainError ? error.message : stack}`)
    process.exit(1)
  }
}

const aboutDatabase =
  'PostgreSQL comes from npm (a beta), for development and trying the product. DATABASE_URL names another.'

const placesToTry = (address: string): string => `
  Sign up          ${address}/sign-up
  Emails           ${address}/dev/mail
  GraphiQL         ${address}/graphql
  REST reference   ${address}/api/auth/reference
  SDK for remotes  ${address}/sdk/
`
