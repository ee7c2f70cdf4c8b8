// Loaded into a gateway process with --expose-gc. Reports its peak memory since "begin".
import { readFileSync, writeFileSync } from 'node:fs'

const bytes = (name: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024

let resident = 0
process.on('message', (message) => {
  if (message === 'begin') {
    globalThis.gc?.()
    writeFileSync('/proc/self/clear_refs', '5') // resets the peak (proc(5))
    resident = bytes('VmRSS')
    process.send?.({ peak: 0 })
  }
  if (message === 'end') process.send?.({ peak: bytes('VmHWM') - resident })
})
