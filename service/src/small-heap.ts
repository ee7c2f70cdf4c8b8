import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow no further than the work at hand asks for: call it once the service has started. A flood of requests would
 * else leave V8 with 128 MB for young objects, and with old garbage that it does not collect while there is memory. The flags of
 * the command line that say the same would have to stand wherever a service can be started. V8 reads these two at each collection.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=30')
}
