import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'

export interface RandomDocument {
  readonly query: string
  /** Variables to send along: other ones each time, except for those that decide what is selected. */
  variables(): Record<string, unknown>
}

/** Texts that mean something, by the name of the argument or of the key that takes them. */
export type KnownTexts = Readonly<Record<string, readonly string[]>>

/** Names that mean something to JavaScript. */
const oddNames = [
  'class',
  'then',
  'length',
  '__parent',
  'err',
  'data',
  'toString',
  '__proto__',
  'constructor',
  'valueOf',
]
const sizes = [1, 1, 2, 2, 3, 3, 4, 0, -1, 500]

/**
 * A query that is valid for this schema: fields, aliases, equal fields to be merged, fragments of all kinds, `@skip` and
 * `@include` anywhere, arguments by value and by variables with and without defaults. The same seed gives the same one.
 */
export function randomDocument(schema: GraphQLSchema, seed: number, texts: KnownTexts): RandomDocument {
  const random = randomNumbers(seed)
  const chance = (share: number) => random() < share
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[below(list.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }
  const most = { aliases: 12, directives: 18, selections: 40 }

  const declarations: string[] = []
  const makers: (readonly [name: string, make: () => unknown])[] = []
  const conditions: string[] = []
  const fragments: { readonly name: string; readonly type: string; text: string }[] = []
  const argumentsByKey = new Map<string, string>()

  /** A value as JSON. */
  function value(type: GraphQLInputType, name: string): unknown {
    if (isNonNullType(type)) return value(type.ofType, name) ?? value(type, name)
    if (chance(0.08)) return null
    if (isListType(type)) {
      const { ofType } = type
      return chance(0.1) ? value(ofType, name) : Array.from({ length: below(4) }, () => value(ofType, name))
    }
    if (isEnumType(type)) return pick(type.getValues()).name
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields())
      const given = type.isOneOf ? [pick(fields)] : fields.filter((field) => isNonNullType(field.type) || chance(0.5))
      return Object.fromEntries(
        given.map((field) => {
          const made = value(field.type, field.name)
          return [field.name, type.isOneOf ? (made ?? 'x') : made]
        }),
      )
    }
    if (type.name === 'Int') return pick(sizes)
    if (type.name === 'Boolean') return chance(0.5)
    if (type.name === 'ID' && chance(0.05)) return below(100)
    return pick(texts[name] ?? ['', 'a', '\u{1f600}', 'ann'])
  }

  /** A value as it stands in a document; parts of it may be variables. */
  function literal(type: GraphQLInputType, json: unknown, name: string, mayVary: boolean): string {
    if (isNonNullType(type)) return literal(type.ofType, json, name, mayVary)
    if (json === null) return 'null'
    if (isListType(type)) {
      if (!Array.isArray(json)) return literal(type.ofType, json, name, false)
      return `[${json.map((item) => part(type.ofType, item, name, mayVary)).join(' ')}]`
    }
    if (isInputObjectType(type)) {
      const fields = type.getFields()
      const pairs = Object.entries(Object(json)).flatMap(([key, item]) => {
        const field = fields[key]
        return field ? [`${key}: ${part(field.type, item, key, mayVary && !type.isOneOf)}`] : []
      })
      return `{${pairs.join(', ')}}`
    }
    const text = JSON.stringify(json)
    return isEnumType(type) ? text.slice(1, -1) : text
  }
  const part = (type: GraphQLInputType, json: unknown, name: string, mayVary: boolean) =>
    mayVary && chance(0.15) ? variable(type, name) : literal(type, json, name, mayVary)

  const odd = oddNames.filter((name) => name !== '__proto__') // which no JSON may carry here
  const nameOf = (index: number) => (chance(0.02) ? odd.pop() : undefined) ?? `v${index}`

  /** A new variable that may stand where this type is expected. */
  function variable(type: GraphQLInputType, name: string, make?: () => unknown): string {
    const own = nameOf(declarations.length)
    const nullable = isNonNullType(type) ? type.ofType : type
    // Where null is not accepted, a variable that may be null needs a default.
    const needsDefault = isNonNullType(type) && chance(0.4)
    const isNonNull = !needsDefault && (isNonNullType(type) || chance(0.3))
    const hasDefault = needsDefault || chance(0.5)
    const nonNull = (): unknown => value(nullable, name) ?? nonNull()
    const byDefault = hasDefault && (isNonNull || needsDefault ? nonNull() : value(nullable, name))
    declarations.push(
      `$${own}: ${nullable}${isNonNull ? '!' : ''}${hasDefault ? ` = ${literal(nullable, byDefault, name, false)}` : ''}`,
    )
    if (make) {
      const always = hasDefault && chance(0.4) ? undefined : make()
      makers.push([own, () => always])
    } else {
      makers.push([
        own,
        () => {
          if (chance(0.03)) return pick([7, 'x', true, {}, [], 1.5, 2 ** 32, null])
          if (chance(hasDefault || !isNonNull ? 0.3 : 0.02)) return undefined
          return isNonNull ? nonNull() : value(nullable, name)
        },
      ])
    }
    return `$${own}`
  }

  function argumentText({ name, type }: GraphQLArgument): string[] {
    if (!isNonNullType(type) && chance(0.6)) return []
    if (chance(0.5)) return [`${name}: ${variable(type, name)}`]
    return [`${name}: ${literal(type, value(type, name), name, true)}`]
  }

  function directives(): string {
    if (!chance(0.2) || (most.directives -= 2) < 0) return ''
    const type = schema.getDirective('skip')?.args[0]?.type
    const condition = (): string => {
      if (!type || chance(0.2)) return String(chance(0.5))
      if (conditions.length > 0 && chance(0.6)) return pick(conditions)
      const made = variable(type, '', () => chance(0.5))
      conditions.push(made)
      return made
    }
    const made = pick([['skip'], ['include'], ['include'], ['skip', 'include']])
    return made.map((name) => ` @${name}(if: ${condition()})`).join('')
  }

  const selectionSet = (type: GraphQLCompositeType, depth: number): string =>
    `{ ${Array.from({ length: 1 + below(4) }, () => selection(type, depth)).join(' ')} }`

  function selection(type: GraphQLCompositeType, depth: number): string {
    most.selections -= 1
    return depth > 0 && most.selections > 0 && chance(0.25) ? fragmentText(type, depth - 1) : fieldText(type, depth - 1)
  }

  function fragmentText(type: GraphQLCompositeType, depth: number): string {
    const narrowed = isInterfaceType(type) ? pick(schema.getPossibleTypes(type)) : type
    const on = isObjectType(type) && chance(0.2) ? (type.getInterfaces()[0] ?? type) : narrowed
    if (chance(0.4)) {
      const condition = on === type && chance(0.5) ? '' : ` on ${on.name}`
      return `...${condition}${directives()} ${selectionSet(on, depth)}`
    }
    const known = fragments.filter((one) => one.type === on.name && one.text !== '') // one without text is being made
    if (known.length > 0 && chance(0.6)) return `...${pick(known).name}${directives()}`
    const made = { name: `${pick(['F', 'constructor'])}${fragments.length}`, type: on.name, text: '' }
    fragments.push(made)
    made.text = `fragment ${made.name} on ${on.name} ${selectionSet(on, depth)}`
    return `...${made.name}${directives()}`
  }

  function fieldText(type: GraphQLCompositeType, depth: number): string {
    const all = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
    const composite = all.filter((one) => isCompositeType(getNamedType(one.type)))
    const leaves = all.filter((one) => !composite.includes(one))
    const candidates = depth > 0 && most.selections > 0 && composite.length > 0 && chance(0.6) ? composite : leaves
    if (candidates.length === 0 || chance(0.08)) return `__typename${directives()}`
    const chosen = pick(candidates)
    const alias =
      chance(0.12) && (most.aliases -= 1) >= 0 ? `${chance(0.3) ? pick(oddNames) : `${chosen.name}${below(2)}`}: ` : ''
    // The same key of the same type has the same arguments everywhere, so that its selections can be merged.
    const key = `${type.name}.${alias}${chosen.name}`
    const args = argumentsByKey.get(key) ?? chosen.args.flatMap(argumentText).join(' ')
    argumentsByKey.set(key, args)
    const inner = getNamedType(chosen.type)
    const set = isCompositeType(inner) ? ` ${selectionSet(inner, depth)}` : ''
    return `${alias}${chosen.name}${args && `(${args})`}${directives()}${set}`
  }

  const root = schema.getQueryType()
  if (!root) throw new Error('the schema has no queries')
  const text = selectionSet(root, 5 + below(4))
  return {
    query: [
      `query${declarations.length > 0 ? ` (${declarations.join(', ')})` : ''} ${text}`,
      ...fragments.map((one) => one.text),
    ].join('\n'),
    variables: () =>
      Object.fromEntries(
        makers.map(([name, make]) => [name, make()] as const).filter(([, made]) => made !== undefined),
      ),
  }
}

/** Numbers from 0 to 1, always the same ones for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
