import swagger from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from './config.ts'
import type { App } from './http/app-type.ts'

const errorSchema = z.object({ code: z.string(), message: z.string() }).meta({ id: 'Error' })

/**
 * Collects the OpenAPI 3.1 document from the routes' schemas. What has no operationId (health checks, pages of development)
 * is no part of it; every call that is may answer the error form.
 */
export async function describeInterface(app: App, config: Config): Promise<void> {
  app.addHook('onRoute', (route) => {
    const answers = { ...Object(route.schema?.response), '4xx': errorSchema, '5xx': errorSchema }
    const isPublic = route.schema?.operationId !== undefined
    route.schema = isPublic ? { ...route.schema, response: answers } : { ...route.schema, hide: true }
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Authentication and organizations',
        version: '1.0.0',
        description:
          'Signed-in calls carry the session cookie, or `Authorization: Bearer` with the value of `set-auth-token`.',
      },
      servers: [{ url: config.AUTH_BASE_PATH }],
    },
    transform: jsonSchemaTransform,
    transformObject: (input) => withoutInputForms(jsonSchemaTransformObject(input)),
  })
}

type Document = ReturnType<typeof jsonSchemaTransformObject>

/** Named schemas stand in answers only; their forms for requests would double the document for nothing. */
function withoutInputForms(document: Document): Document {
  const schemas = ('components' in document && document.components?.schemas) || {}
  for (const name of Object.keys(schemas)) if (name.endsWith('Input')) delete schemas[name]
  return document
}
