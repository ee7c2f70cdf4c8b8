/** The part of an OpenAPI 3.1 document that clients rely on, without lengths and patterns. */
export interface OpenApi {
  paths: Record<string, Record<string, Call>>
  components?: { schemas?: Record<string, Schema> }
}

interface Call {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** Facts about an interface, each with the more general fact that it belongs to. */
type Facts = Map<string, string>

interface Interface {
  promises: Facts
  demands: Facts
}

/** Finds removed promises and new demands, which break clients of `before`. */
export function findRestBreaks(before: OpenApi, now: OpenApi): string[] {
  const [old, fresh] = [describe(before), describe(now)]
  // If a whole call or object is new or gone, its details are not listed.
  const gone = [...old.promises].filter(([fact, about]) => !fresh.promises.has(fact) && (!about || knows(fresh, about)))
  const added = [...fresh.demands].filter(([fact, about]) => !old.demands.has(fact) && knows(old, about))
  return [...gone.map(([fact]) => `no longer: ${fact}`), ...added.map(([fact]) => `new: ${fact}`)]
}

function knows({ promises, demands }: Interface, fact: string): boolean {
  return promises.has(fact) || demands.has(fact)
}

function describe({ paths, components }: OpenApi): Interface {
  const promises: Facts = new Map()
  const demands: Facts = new Map()

  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(methods)) {
      const call = `${method.toUpperCase()} ${path}`
      promises.set(call, '')
      for (const { in: place, name, required = false, schema } of parameters) {
        describeProperty(`${call} ${place}`, call, name, required, schema, true, [])
      }
      if (requestBody?.required) demands.set(`${call} needs a body`, call)
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        describeSchema(`${call} body`, call, schema, true, [])
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const response = `${call} returns ${status}`
        promises.set(response, call)
        for (const { schema } of Object.values(content)) describeSchema(response, response, schema, false, [])
      }
    }
  }
  return { promises, demands }

  /** `about`: the fact that `place` exists. `within`: the enclosing named schemas. */
  function describeSchema(place: string, about: string, schema: Schema, isRequest: boolean, within: string[]): void {
    const {
      $ref,
      type,
      enum: values,
      const: value,
      properties = {},
      required = [],
      items,
      additionalProperties,
    } = schema
    const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
    for (const alternative of alternatives) describeSchema(place, about, alternative, isRequest, within)
    if ($ref !== undefined) {
      const name = $ref.slice($ref.lastIndexOf('/') + 1)
      const named = components?.schemas?.[name]
      if (named && !within.includes(name)) describeSchema(place, about, named, isRequest, [...within, name])
      return
    }
    // Requests must stay accepted; responses must not have types that clients do not know.
    const types = alternatives.length > 0 ? [] : [type ?? 'anything'].flat()
    for (const each of types) (isRequest ? promises : demands).set(`${place}: ${each}`, about)
    const listed = values ?? (value === undefined ? [] : [value])
    if (isRequest && listed.length > 0) demands.set(`${place} has only listed values`, about)
    if (isRequest)
      for (const each of listed) promises.set(`${place}: ${JSON.stringify(each)}`, `${place} has only listed values`)
    for (const [name, property] of Object.entries(properties)) {
      describeProperty(place, about, name, required.includes(name), property, isRequest, within)
    }
    if (items) describeSchema(`${place}[]`, about, items, isRequest, within)
    if (typeof additionalProperties === 'object')
      describeSchema(`${place}.*`, about, additionalProperties, isRequest, within)
  }

  function describeProperty(
    place: string,
    about: string,
    name: string,
    required: boolean,
    schema: Schema,
    isRequest: boolean,
    within: string[],
  ): void {
    const property = `${place}.${name}`
    promises.set(property, about)
    if (required && isRequest) demands.set(`${property} is required`, about)
    if (required && !isRequest) promises.set(`${property} is always present`, property)
    describeSchema(property, property, schema, isRequest, within)
  }
}
