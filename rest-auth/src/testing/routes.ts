import type { App } from '../http/calls.ts'
import { z } from 'zod'

/** The part of JSON Schema that the OpenAPI document uses for requests. */
export interface InputSchema {
  readonly type?: string | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly properties?: Readonly<Record<string, InputSchema>> | undefined
  readonly items?: InputSchema | undefined
  readonly anyOf?: readonly InputSchema[] | undefined
}

/** A call of the OpenAPI document. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** Below the base path. */
  readonly path: string
  readonly body: Readonly<Record<string, InputSchema>>
  readonly query: Readonly<Record<string, InputSchema>>
  /** The declared events, or why there are none. */
  readonly journal: readonly string[] | string | undefined
  readonly isOpenToKeys: boolean
}

const inputSchema: z.ZodType<InputSchema> = z.lazy(() =>
  z.object({
    type: z.string().optional().catch(undefined),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), inputSchema).optional(),
    items: inputSchema.optional(),
    anyOf: z.array(inputSchema).optional(),
  }),
)
const operation = z.object({
  'x-open-to-keys': z.boolean().default(false),
  'x-journal': z.union([z.array(z.string()), z.string()]).optional(),
  parameters: z.array(z.object({ in: z.string(), name: z.string(), schema: inputSchema })).default([]),
  requestBody: z.object({ content: z.object({ 'application/json': z.object({ schema: inputSchema }) }) }).optional(),
})
const document = z.object({
  paths: z.record(z.string(), z.object({ get: operation.optional(), post: operation.optional() })),
})

/** Every call of the API, without the demo providers of development. */
export async function routesOf(app: App): Promise<Route[]> {
  await app.ready()
  const { paths } = document.parse(app.swagger())
  return Object.entries(paths).flatMap(([path, methods]) => {
    const below = path.replace(/^\/api\/auth/, '')
    if (below.startsWith('/dev/')) return []
    return (['get', 'post'] as const).flatMap((method) => {
      const found = methods[method]
      if (!found) return []
      const query = found.parameters
        .filter((one) => one.in === 'query')
        .map(({ name, schema }) => [name, schema] as const)
      return [
        {
          method: method === 'get' ? ('GET' as const) : ('POST' as const),
          path: below,
          body: found.requestBody?.content['application/json'].schema.properties ?? {},
          query: Object.fromEntries(query),
          journal: found['x-journal'],
          isOpenToKeys: found['x-open-to-keys'],
        },
      ]
    })
  })
}
