// In the place of Module Federation's logger, which looks for a method of the console that is there, and for a stack.

const logger = Object.assign(Object.create(console), { debug() {}, setPrefix() {}, setDelegate() {} })
const createLogger = (): Console => logger

export { createLogger as createInfrastructureLogger, createLogger, logger as infrastructureLogger, logger }
/** Never called. */
export const bindLoggerToCompiler = undefined
