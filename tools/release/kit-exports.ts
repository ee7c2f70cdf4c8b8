import { join, resolve } from 'node:path'
import { readManifest, sdkExports } from 'shell/sdk/sources'
import {
  createProgram,
  parseJsonConfigFileContent,
  type Symbol,
  SymbolFlags,
  sys,
  type Type,
  type TypeChecker,
  TypeFormatFlags,
} from 'typescript-5'

const root = resolve(import.meta.dirname, '../..')
const kit = join(root, 'packages/kit')
const need = ' needs '
// Listed without parameters.
const ofLibrary = 'of a library'
const entries = [
  '.',
  './graphql',
  './remote',
  './build/remote-config',
  './build/vite-macros',
  './testing/page',
  './testing/people',
  './testing/server',
]
const isListed = (entry: string, name: string): boolean =>
  entry === './remote' ? name === 'Remote' : entry !== './testing/server' || name !== 'resetServer'

/** One line per export, property and prop. Exports of libraries are listed without a type. */
export function listKitExports(): string {
  const { version } = readManifest(kit)
  const exports = Object.fromEntries(sdkExports())
  const modules = entries.map((entry) => {
    const path = exports[entry] ?? exports['./build/*']?.replace('*', entry.slice('./build/'.length)) ?? ''
    return { entry, path }
  })
  // TypeScript 7 has no stable API for programs yet.
  const config = { extends: '../../tsconfig.browser.json', files: modules.map(({ path }) => path) }
  const { fileNames, options } = parseJsonConfigFileContent(config, sys, kit)
  const program = createProgram(fileNames, options)
  const checker = program.getTypeChecker()
  const lines = modules.flatMap(({ entry, path }) => {
    const file = program.getSourceFile(path)
    const exported = file && checker.getSymbolAtLocation(file)
    if (!exported) throw new Error(`The SDK has no module "${entry}".`)
    return checker
      .getExportsOfModule(exported)
      .filter(({ name }) => isListed(entry, name))
      .flatMap((symbol) => describeExport(checker, symbol))
      .map((line) => `${join('kit', entry)} ${line}`)
      .toSorted()
  })
  // Types of modules have their path.
  return `version ${version}\n${lines.join('\n')}\n`.replaceAll(`${root}/`, '')
}

/** Finds removed exports and new requirements, which break remotes built for `before`. */
export function findKitBreaks(before: string, now: string): string[] {
  const [old, fresh] = [typesByName(before), typesByName(now)]
  const gone = [...old.keys()].filter((name) => !fresh.has(name) && !name.includes(need))
  const added = [...fresh.keys()].filter((name) => {
    const [whole = '', needed] = name.split(need)
    return needed !== undefined && !old.has(name) && (old.get(whole) ?? ofLibrary) !== ofLibrary
  })
  return [...gone.map((name) => `no longer: ${name}`), ...added.map((name) => `new: ${name}`)]
}

export function kitVersion(list: string): string {
  return /^version (\S+)/.exec(list)?.[1] ?? ''
}

export function lacksVersion(before: string, now: string): boolean {
  return before !== now && kitVersion(before) === kitVersion(now)
}

function typesByName(list: string): Map<string, string> {
  const [, ...lines] = list.trim().split('\n')
  return new Map(lines.map((line) => [line.split(': ', 1)[0] ?? '', line.slice(line.indexOf(': ') + 2)]))
}

function describeExport(checker: TypeChecker, symbol: Symbol): string[] {
  const { name } = symbol
  const original = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  if (!isOurs(original)) return [`${name}: ${ofLibrary}`]
  if (!(original.flags & SymbolFlags.Value)) {
    const type = checker.getDeclaredTypeOfSymbol(original)
    const properties = propertiesOf(checker, type)
    if (properties.length === 0) return [`${name}: ${print(checker, type, TypeFormatFlags.InTypeAlias)}`]
    return [`${name}: an object`, ...properties.map((property) => `${name}.${describeProperty(checker, property)}`)]
  }
  const type = checker.getTypeOfSymbol(original)
  const parameter = type.getCallSignatures()[0]?.parameters[0]
  const options = parameter && checker.getTypeOfSymbol(parameter)
  const lines = (options ? propertiesOf(checker, options) : []).flatMap((property) => [
    `${name} takes ${describeProperty(checker, property)}`,
    ...(property.flags & SymbolFlags.Optional ? [] : [`${name} needs ${property.name}`]),
  ])
  return [`${name}: ${print(checker, type)}`, ...lines]
}

function propertiesOf(checker: TypeChecker, type: Type): Symbol[] {
  return checker.getPropertiesOfType(type).filter(isOurs)
}

function describeProperty(checker: TypeChecker, property: Symbol): string {
  const type = checker.getTypeOfSymbol(property)
  return `${property.name}: ${print(checker, type)}`
}

function print(checker: TypeChecker, type: Type, flags = TypeFormatFlags.None): string {
  const text = checker.typeToString(type, undefined, TypeFormatFlags.NoTruncation | flags)
  // TypeScript 5 orders unions by first use.
  return text.replaceAll(/"[^"]+"(?: \| "[^"]+")+/g, (union) => union.split(' | ').toSorted().join(' | '))
}

function isOurs(symbol: Symbol): boolean {
  return symbol.declarations?.some((one) => !one.getSourceFile().fileName.includes('/node_modules/')) ?? false
}
