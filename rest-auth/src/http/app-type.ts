export type { ZodApp as App } from 'service/openapi-document.ts'
