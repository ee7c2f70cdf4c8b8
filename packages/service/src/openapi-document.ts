import swagger from '@fastify/swagger'
import type { FastifyBaseLogger, FastifyContextConfig, FastifyInstance, RawServerDefault } from 'fastify'
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
  /** The codes of the errors that a call declares, by status. */
  readonly codesOf?: (config: FastifyContextConfig) => Readonly<Record<number, readonly string[]>>
}

export async function describeInterface(
  app: ZodApp,
  { title, description, base, error, bearer = false, codesOf = () => ({}) }: Description,
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
    transform: (input) => withCodes(jsonSchemaTransform(input), codesOf(input.route.config ?? {})),
    transformObject: (input) => withoutInputForms(jsonSchemaTransformObject(input)),
  })
}

type Transformed = ReturnType<typeof jsonSchemaTransform>

/** Only in the document: serialization has one schema for all of them. */
function withCodes({ schema, url }: Transformed, codes: Readonly<Record<number, readonly string[]>>): Transformed {
  const response = Object(schema['response'])
  const named = Object.entries(codes).map(([status, list]) => [
    status,
    { ...response['4xx'], description: list.toSorted().join(', ') },
  ])
  return { url, schema: { ...schema, response: { ...response, ...Object.fromEntries(named) } } }
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
