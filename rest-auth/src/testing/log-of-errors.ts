import { pino } from 'pino'

/** Writes errors to standard output, for measurements. */
export const logOfErrors = pino({ level: 'error' })
