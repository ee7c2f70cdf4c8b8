import swagger from '@fastify/swagger'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'

/** Handlers get input parsed by zod, and responses contain only fields of their schema. */
export type ZodApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

interface Description {
  readonly title: string
  readonly description: string
  readonly base: string
  readonly error: z.ZodType
  readonly bearer?: boolean
}

export async function describeInterface(
  app: ZodApp,
  { title, description, base, error, bearer = false }: Description,
): Promise<void> {
  app.addHook('onRoute', (route) => {
    const responses = { ...Object(route.schema?.response), '4xx': error, '5xx': error }
    const isPublic = route.schema?.operationId !== undefined
    route.schema = isPublic ? { ...route.schema, response: responses } : { ...route.schema, hide: true }
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1.0.0', description },
      servers: [{ url: base }],
      ...(bearer && bearerSecurity),
    },
    transform: jsonSchemaTransform,
    transformObject: (input) => withoutInputForms(jsonSchemaTransformObject(input)),
  })
}

const bearerSecurity = {
  components: { securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer' } } },
  security: [{ bearer: [] }],
}

type Document = ReturnType<typeof jsonSchemaTransformObject>

/** Named schemas are used only in responses; their input variants would double the document. */
function withoutInputForms(document: Document): Document {
  const schemas = ('components' in document && document.components?.schemas) || {}
  for (const name of Object.keys(schemas)) if (name.endsWith('Input')) delete schemas[name]
  return document
}
