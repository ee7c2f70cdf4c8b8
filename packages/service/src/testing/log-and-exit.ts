// Logs the requested number of lines and a last one, and exits on request.
import { logOutput } from '../log-output.ts'

const output = logOutput()
process.on('message', ({ lines = 0, end }: { lines?: number; end: boolean }) => {
  for (let n = 0; n < lines; n += 1) output.write(`${String(n).padStart(99, '0')}\n`)
  output.write('the last line\n')
  if (end) process.exit(3)
})
process.send?.('ready')
