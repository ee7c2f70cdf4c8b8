// Logs its last line when it is told to, and ends at once.
import { pino } from 'pino'
import { logOutput } from '../log-output.ts'

const log = pino(logOutput())
process.once('message', () => {
  log.info('the last line')
  process.exit(3)
})
process.send?.('ready')
