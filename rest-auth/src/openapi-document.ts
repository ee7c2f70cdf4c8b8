import swagger from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from './config.ts'
import { resetFailure } from './credential/password.ts'
import { errorCodes } from './errors.ts'
import type { App } from './http/app-type.ts'
import { deletionFailures } from './own-account/own-account.routes.ts'
import { socialRefusals } from './social/social-refusal.ts'
import { verificationFailures } from './verification/verify-email.ts'

// Named in the document for whoever needs a text for each.
z.enum([...errorCodes]).meta({ id: 'ErrorCode' })
z.enum([...new Set([...socialRefusals, ...verificationFailures, ...deletionFailures, resetFailure])]).meta({
  id: 'RedirectErrorCode',
  description:
    'What `error` says in the address of the page that a redirect leads to, if it was not a provider that refused',
})
const code = z.string().describe('An ErrorCode, or one of its own where the message names a provider')
const details = z
  .object({
    issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })).optional(),
    limit: z.number().optional(),
  })
  .describe('Only for those who ask with `X-Error-Details: true`')
const errorSchema = z.object({ code, message: z.string(), details: details.optional() }).meta({ id: 'Error' })

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
