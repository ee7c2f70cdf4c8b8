/** The part of an OpenAPI document (3.1, as rest-auth writes it) that clients can rely on. Lengths and patterns are left out. */
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

/** Sentences about an interface, each with the sentence that it goes into more detail about. */
type Facts = Map<string, string>

/** What clients rely on, and what they have to cope with. */
interface Interface {
  promises: Facts
  demands: Facts
}

/** What the second document takes away from clients of the first, or asks of them besides; one sentence each. */
export function findRestBreaks(before: OpenApi, now: OpenApi): string[] {
  const [old, fresh] = [describe(before), describe(now)]
  // Of what is gone as a whole, or new as a whole, the details are no news.
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
        const answer = `${call} answers ${status}`
        promises.set(answer, call)
        for (const { schema } of Object.values(content)) describeSchema(answer, answer, schema, false, [])
      }
    }
  }
  return { promises, demands }

  /** `about` is the fact that `place` exists, `within` the named schemas that it lies in. */
  function describeSchema(place: string, about: string, schema: Schema, asked: boolean, within: string[]): void {
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
    for (const alternative of alternatives) describeSchema(place, about, alternative, asked, within)
    if ($ref !== undefined) {
      const name = $ref.slice($ref.lastIndexOf('/') + 1)
      const named = components?.schemas?.[name]
      if (named && !within.includes(name)) describeSchema(place, about, named, asked, [...within, name])
      return
    }
    // Who asks must still be understood; who reads an answer must understand every type of it.
    const types = alternatives.length > 0 ? [] : [type ?? 'anything'].flat()
    for (const each of types) (asked ? promises : demands).set(`${place}: ${each}`, about)
    const listed = values ?? (value === undefined ? [] : [value])
    if (asked && listed.length > 0) demands.set(`${place} is one of a list`, about)
    if (asked) for (const each of listed) promises.set(`${place}: ${JSON.stringify(each)}`, `${place} is one of a list`)
    for (const [name, property] of Object.entries(properties)) {
      describeProperty(place, about, name, required.includes(name), property, asked, within)
    }
    if (items) describeSchema(`${place}[]`, about, items, asked, within)
    if (typeof additionalProperties === 'object')
      describeSchema(`${place}.*`, about, additionalProperties, asked, within)
  }

  function describeProperty(
    place: string,
    about: string,
    name: string,
    required: boolean,
    schema: Schema,
    asked: boolean,
    within: string[],
  ): void {
    const property = `${place}.${name}`
    promises.set(property, about)
    if (required && asked) demands.set(`${property} is needed`, about)
    if (required && !asked) promises.set(`${property} is always there`, property)
    describeSchema(property, property, schema, asked, within)
  }
}
