import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** V8 takes up to 128 MB for young objects. With one it collects so often that a page of 20 kB costs half as much again. */
const youngSpace = 16 * 1024 * 1024

/**
 * Lets the heap grow no further than the work at hand asks for: call it once rest-auth has started. A flood of requests would
 * else leave V8 with much room for young objects, and with old garbage that it does not collect while there is memory. The flags of
 * the command line that say the same would have to stand wherever it can be started. V8 reads these two at each collection.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30')
  const collections = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (young && young.space_size < youngSpace) return
    setFlagsFromString('--semi-space-growth-factor=1')
    collections.disconnect()
  })
  collections.observe({ entryTypes: ['gc'] })
}
