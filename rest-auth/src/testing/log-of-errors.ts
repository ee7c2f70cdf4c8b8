import { pino } from 'pino'

/** Writes to standard output what goes wrong, for measurements. */
export const logOfErrors = pino({ level: 'error' })
