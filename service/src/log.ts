import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'

const { stringifiersSym, wildcardFirstSym } = pino.symbols

/**
 * The log of a service. Names like `*.password` are never written: they stand in objects, but pino looks for them in each text and number
 * of a line too, which takes longer than to write it. Here it looks into objects only.
 */
export function createLog(options: LoggerOptions, output: DestinationStream): Logger {
  const log = pino(options, output)
  const writers: Record<symbol, (value: unknown) => string> = Object(Reflect.get(log, stringifiersSym))
  const redacting = writers[wildcardFirstSym]
  if (redacting)
    writers[wildcardFirstSym] = (value) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? JSON.stringify(value) : redacting(value)
  return log
}
