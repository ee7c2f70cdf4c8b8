/** Fastify whose route schemas are zod's: handlers get parsed types, answers hold only what their schema names. */
export type { ZodApp as App } from 'service/openapi-document.ts'
