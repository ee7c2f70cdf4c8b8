import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { type Edit, sqlEdits } from './sql-edits.ts'

/** One fault that could be put into a file. */
export interface Mutant extends Edit {
  readonly file: string
  readonly kind: string
  readonly line: number
  /** The lines of the fault as they are and with it, in one: with the file they name the mutant, wherever it moves to. */
  readonly before: string
  readonly after: string
}

const operators: Record<string, readonly [kind: string, replacement: string]> = {
  '&&': ['and/or', '||'],
  '||': ['and/or', '&&'],
  '<': ['boundary', '<='],
  '<=': ['boundary', '<'],
  '>': ['boundary', '>='],
  '>=': ['boundary', '>'],
  '===': ['equality', '!=='],
  '!==': ['equality', '==='],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
}
const methods: Record<string, string> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
}
/** Methods that answer something like what they are called on. */
const filters = new Set(['filter', 'slice', 'toLowerCase', 'toUpperCase', 'toSorted', 'toReversed', 'trim'])
/** Properties that only people read. */
const prose = new Set(['description', 'summary', 'tags'])

/** Every fault that could be put into a source file, each once. */
export function findMutants(file: string, source: string): Mutant[] {
  const found: (Edit & { kind: string })[] = []
  const ignored: { start: number; end: number }[] = []
  const tagged = new Set<object>()
  const add = (kind: string, { start, end }: { start: number; end: number }, replacement: string): void =>
    void found.push({ kind, start, end, replacement })
  const text = ({ start, end }: { start: number; end: number }): string => source.slice(start, end)
  const negate = (test: Expression): void => {
    // The others are negated where their operator is met.
    if (
      test.type === 'CallExpression' ||
      test.type === 'Identifier' ||
      test.type === 'MemberExpression' ||
      test.type === 'LogicalExpression'
    )
      add('negation', test, `!(${text(test)})`)
  }
  const swap = (
    operator: string,
    left: { end: number },
    right: { start: number },
    kinds: Record<string, readonly [string, string]>,
  ): void => {
    const swapped = kinds[operator]
    const start = source.indexOf(operator, left.end)
    if (swapped && start < right.start) add(swapped[0], { start, end: start + operator.length }, swapped[1])
  }

  new Visitor({
    ImportDeclaration: (node) => void ignored.push(node),
    ExportAllDeclaration: (node) => void ignored.push(node),
    TSTypeAliasDeclaration: (node) => void ignored.push(node),
    TSInterfaceDeclaration: (node) => void ignored.push(node),
    TSModuleDeclaration: (node) => void ignored.push(node),
    TSTypeAnnotation: (node) => void ignored.push(node),
    TSTypeParameterInstantiation: (node) => void ignored.push(node),
    Property(node) {
      if (node.key.type === 'Literal') ignored.push(node.key)
      if (node.key.type === 'Identifier' && prose.has(node.key.name)) ignored.push(node)
    },
    NewExpression: (node) => void (text(node.callee).endsWith('Error') && ignored.push(...node.arguments)),

    IfStatement(node) {
      negate(node.test)
      const last = node.consequent.type === 'BlockStatement' ? node.consequent.body.at(-1) : node.consequent
      if (!node.alternate && (last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement'))
        add('early end', node, '')
    },
    ConditionalExpression: (node) => negate(node.test),
    UnaryExpression: (node) => void (node.operator === '!' && add('negation', node, text(node.argument))),
    LogicalExpression(node) {
      if (node.operator !== '??') return swap(node.operator, node.left, node.right, operators)
      add('??', node, text(node.left))
      add('??', node, text(node.right))
    },
    BinaryExpression: (node) => swap(node.operator, node.left, node.right, operators),
    ExpressionStatement: (node) => void (!/^\S*\blog\.\w+\(/.test(text(node)) && add('statement', node, ';')),
    ThrowStatement(node) {
      add('statement', node, ';')
      if (node.argument.type === 'CallExpression') ignored.push(...node.argument.arguments.filter(isText))
    },
    ArrayExpression: (node) => void (node.elements.length > 0 && add('array', node, '[]')),
    MemberExpression(node) {
      if (node.optional && !node.computed)
        add('optional chain', { start: node.object.end, end: node.property.start }, '.')
    },
    CallExpression({ callee, arguments: args, end }) {
      if (/\.(?:describe|meta)$/.test(text(callee))) ignored.push(...args)
      if (/\blog\.\w+$/.test(text(callee))) ignored.push(...args.filter(isText))
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const swapped = methods[callee.property.name]
      if (swapped) add('method', callee.property, swapped)
      if (filters.has(callee.property.name)) add('method', { start: callee.object.end, end }, '')
    },
    Literal(node) {
      if (typeof node.value === 'boolean') add('boolean', node, String(!node.value))
      // One more of a large number, a time or a size, would mean nothing.
      if (typeof node.value === 'number') add('number', node, node.value < 1000 ? String(node.value + 1) : '0')
      // The empty text is mostly a default for what cannot be missing.
      if (typeof node.value === 'string' && node.value !== '') add('text', node, "''")
      if (!('regex' in node) || !node.regex) return
      const { pattern, flags } = node.regex
      if (pattern.startsWith('^')) add('pattern', node, `/${pattern.slice(1)}/${flags}`)
      if (pattern.endsWith('$')) add('pattern', node, `/${pattern.slice(0, -1)}/${flags}`)
    },
    TemplateLiteral(node) {
      if (tagged.has(node)) return
      for (const { start, value } of node.quasis)
        if (value.raw.trim() !== '') add('text', { start: start + 1, end: start + 1 + value.raw.length }, '')
    },
    TaggedTemplateExpression({ tag, quasi }) {
      tagged.add(quasi)
      if (!/\bsql$/.test(text(tag))) return
      for (const { start, value } of quasi.quasis) {
        const before = source.slice(quasi.start, start)
        for (const edit of sqlEdits(before, value.raw))
          add('sql', { start: start + 1 + edit.start, end: start + 1 + edit.end }, edit.replacement)
      }
    },
  }).visit(parseSync(file, source).program)

  const mutants = found
    .filter(({ start, end }) => !ignored.some((range) => range.start <= start && end <= range.end))
    .map((edit) => ({ ...edit, file, line: source.slice(0, edit.start).split('\n').length, ...asLines(source, edit) }))
  return [...new Map(mutants.map((mutant) => [mutant.before + mutant.after, mutant])).values()]
}

function asLines(source: string, { start, end, replacement }: Edit): { before: string; after: string } {
  const first = source.lastIndexOf('\n', start - 1) + 1
  const last = (source + '\n').indexOf('\n', end)
  return {
    before: onOneLine(source.slice(first, last)),
    after: onOneLine(source.slice(first, start) + replacement + source.slice(end, last)),
  }
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function isText({ type }: { type: string }): boolean {
  return type === 'Literal' || type === 'TemplateLiteral'
}
