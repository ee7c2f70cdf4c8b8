// `npm start`: the whole product in the foreground, until Ctrl-C or SIGTERM.
import { PlainError } from './product/plain-error.ts'
import { startProduct } from './product/product.ts'

const started = performance.now()
let stopRequested = false
const starting = startProduct(process.env)

async function stop(): Promise<void> {
  if (stopRequested) return
  stopRequested = true
  console.log('Stopping ...')
  const product = await starting.catch(() => undefined)
  await product?.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())

try {
  const { address, dataDir } = await starting
  process.send?.({ listening: address })
  if (!stopRequested) {
    console.log(`\nReady after ${((performance.now() - started) / 1000).toFixed(1)} s: ${address}`)
    console.log(`Mails: ${address}/dev/mail   Data and logs: ${dataDir}   Stop: Ctrl-C\n`)
  }
} catch (error) {
  console.error(
    `\n${error instanceof PlainError ? error.message : error instanceof Error ? error.stack : String(error)}`,
  )
  process.exit(1)
}
