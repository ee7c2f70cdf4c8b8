// Logs its last line when it is told to, and ends at once.
import { logOutput } from '../log-output.ts'

const output = logOutput()
process.once('message', () => {
  output.write('the last line\n')
  process.exit(3)
})
process.send?.('ready')
