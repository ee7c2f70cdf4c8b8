// Logs the requested number of lines and a last one, and exits on request, with all of Node's
// threads busy.
import { pbkdf2 } from 'node:crypto'
import { logOutput } from '../log-output.ts'

const output = logOutput()
process.on('message', ({ lines = 0, end }: { lines?: number; end: boolean }) => {
  const threads = end ? 4 : 0
  for (let thread = 0; thread < threads; thread += 1) pbkdf2('', '', 100_000, 64, 'sha512', () => undefined)
  for (let n = 0; n < lines; n += 1) output.write(`${String(n).padStart(99, '0')}\n`)
  output.write('the last line\n')
  if (end) process.exit(3)
})
process.send?.('ready')
