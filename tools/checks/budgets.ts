// Prints how the size of the product differs from budgets.json. A report, which fails nothing.
// `--record` writes the present figures into that file.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { z } from 'zod'
import kit from 'kit/package.json' with { type: 'json' }
import { commands } from 'remote-tools/command/run'
import { remoteDescription } from 'contract/remote-description.ts'

export type Figures = Record<string, number>

const room = 0.05

/** Returns a line for each figure that differs from its budget. Those above their room are warnings. */
export function describeGrowth(budgets: Figures, figures: Figures): string[] {
  return Object.entries(figures).flatMap(([name, figure]) => {
    const budget = budgets[name] ?? 0
    if (figure === budget) return []
    const warning = figure > budget * (1 + room) ? `  WARNING: more than ${room * 100} % above its budget` : ''
    return [`${name.padEnd(26)} ${figure}, budget ${budget}${warning}`]
  })
}

const isSource = (file: string): boolean =>
  /\.(tsx?|mjs|js|sql|css|graphql)$/.test(file) &&
  !/\.(test|spec)\.|\.d\.m?ts$|(^|\/)(e2e|testing|generated|examples|bench|locales)\/|^docs\/|^gateway\/schema\.graphql$/.test(
    file,
  )

/** Counts nodes of the syntax tree, or tokens for languages without a parser here. */
function sizeOf(file: string, text: string): number {
  if (/\.(sql|css|graphql)$/.test(file))
    return text.replaceAll(/\/\*[^]*?\*\/|--.*|"""[^]*?"""|^\s*".*"$/gm, '').match(/[\w-]+|[^\s\w]/g)?.length ?? 0
  return sumWithin(parseSync(file, text).program, (node) => ('type' in node && typeof node.type === 'string' ? 1 : 0))
}

/** Sums up `count` of `value` and of all objects inside. */
function sumWithin(value: unknown, count: (object: object) => number): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, each) => sum + sumWithin(each, count), count(value))
}

function measure(root: string): Figures {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((file) => existsSync(join(root, file)))
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  const count = (pattern: RegExp, ...of: string[]): number =>
    of.reduce((sum, file) => sum + (read(file).match(pattern)?.length ?? 0), 0)
  const syntax: Figures = {}
  for (const file of files.filter(isSource)) {
    const [folder = '', ...below] = file.replace(/^packages\//, '').split('/')
    const name = `syntax of ${below.length > 0 ? folder : 'the root'}`
    syntax[name] = (syntax[name] ?? 0) + sizeOf(file, read(file))
  }
  const documents = files.filter((file) => file.endsWith('.md') && !/^docs\/releases\/|\/templates\//.test(file))
  return {
    ...syntax,
    settings: count(/^# [A-Z][A-Z_]+=/gm, '.env.example'),
    'verbs of the command': commands.length,
    tables: count(/^create (unlogged )?table /gm, ...files.filter((file) => /\/migrations\/.*\.sql$/.test(file))),
    'exports of kit': Object.values(kit.exports)
      .filter((file) => /^\.\/src\/[^*]*\.tsx?$/.test(file))
      .flatMap((file) => parseSync(file, read(join('packages/kit', file))).module.staticExports)
      .reduce((sum, { entries }) => sum + entries.length, 0),
    'fields of remote.json': sumWithin(
      z.toJSONSchema(remoteDescription, { io: 'input', unrepresentable: 'any' }),
      (schema) => ('properties' in schema ? Object.keys(Object(schema.properties)).length : 0),
    ),
    decisions: documents.filter((file) => /^docs\/decisions\/\d/.test(file)).length,
    'words of documentation': count(/\S+/g, ...documents),
  }
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..')
  const file = join(root, 'budgets.json')
  const budgets = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(file, 'utf8')))
  const figures = measure(root)
  const growth = describeGrowth(budgets, figures)
  console.log(['Size of the product, compared with budgets.json:', ...growth].join('\n  '))
  if (growth.length === 0) console.log('  no difference')
  if (process.argv.includes('--record')) writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`)
}
