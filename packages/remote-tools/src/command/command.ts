import { parseArgs } from 'node:util'
import { channelName, versionNumber } from 'contract/registry.ts'
import type { z } from 'zod'
import { wrongUsage } from './command-error.ts'
import { alignColumns } from 'contract/align-columns.ts'

// Shared by all subcommands, so that a name means the same everywhere.
const options = {
  to: {
    type: 'string',
    value: 'URL',
    help: 'the product (default: PRODUCT, then "product" in package.json, then the one that runs on this machine)',
  },
  json: { type: 'boolean', help: 'print JSON to standard output' },
  help: { type: 'boolean', help: 'show this help' },
  channel: { type: 'string', value: 'CHANNEL', help: 'stable, next or pr-<number> (default: stable)' },
  percent: { type: 'string', value: 'N', help: 'show it to N percent of browsers' },
  version: { type: 'string', value: 'VERSION', help: 'instead of the version in package.json' },
  why: { type: 'string', value: 'TEXT', help: 'the reason, for the log' },
  'no-build': { type: 'boolean', help: 'use dist/ as it is' },
  'even-if-screens-fail': { type: 'boolean', help: 'let everybody get screens that throw or do not finish' },
  keep: { type: 'boolean', help: 'never take this version back automatically, such as a security fix' },
  'with-service': { type: 'boolean', help: 'include a service, and screens that use it' },
  postgres: { type: 'boolean', help: 'use PostgreSQL for the service' },
  ci: { type: 'string', value: 'github', help: 'include a workflow that checks, publishes and promotes' },
  remote: { type: 'string', value: 'NAME', help: 'the remote that the token is for' },
  rights: {
    type: 'string',
    value: 'RIGHTS',
    help: 'any of publish,promote,override (default: all)',
  },
  label: {
    type: 'string',
    value: 'TEXT',
    help: 'a name for the token in the log, such as "CI of billing"',
  },
  expires: { type: 'string', value: 'DAYS', help: 'when the token expires (default: 90d)' },
  limit: { type: 'string', value: 'N', help: 'the number of latest entries (default: 50)' },
} as const

type OptionName = keyof typeof options

const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true })

export type Options = ReturnType<typeof parse>['values']

export interface Call {
  readonly names: readonly string[]
  readonly options: Options
  readonly environment: NodeJS.ProcessEnv
  readonly folder: string
  readonly stage: <T>(title: string, work: () => Promise<T>) => Promise<T>
}

export interface RegistryClient {
  readonly origin: string
  readonly token?: string | undefined
  get<T>(path: string, schema: z.ZodType<T>): Promise<T>
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown, schema: z.ZodType<T>): Promise<T>
}

export interface Result {
  readonly json: unknown
  readonly text: string
}

export interface Command {
  /** Follows `remote`: words, placeholders in capitals, `[NAME]` if optional, `…` for more. */
  readonly usage: string
  readonly summary: string
  readonly options: readonly OptionName[]
  /** Whether it prints a line of JSON per event. */
  readonly isFollowed?: true
  readonly details?: string
  readonly run: (call: Call, client: RegistryClient) => Promise<Result>
}

export const wordsIn = (args: string[]): string[] =>
  parseArgs({ args, options, allowPositionals: true, strict: false }).positionals

const common = ['to', 'json', 'help'] as const

export const wordsOf = ({ usage }: Command): string[] => usage.split(' ').filter((word) => /^[a-z]/.test(word))

/** @throws CommandError if the arguments do not match the usage */
export function readArguments(command: Command, args: string[]): { names: string[]; options: Options } {
  const { values, positionals } = parseForCommand(command, args)
  const words = wordsOf(command)
  const places = command.usage.split(' ').slice(words.length)
  const names = positionals.slice(words.length)
  const needed = places.filter((place) => !place.startsWith('['))
  const max = places.some((place) => place.includes('…')) ? Infinity : places.length
  for (const name of Object.keys(values)) {
    if (![...common, ...command.options].some((known) => known === name))
      throw wrongUsage(`"remote ${words.join(' ')}" has no option --${name}.\n${usageOf(command)}`)
  }
  if (!values.help && names.length < needed.length)
    throw wrongUsage(`${needed[names.length]} is missing.\n${usageOf(command)}`)
  if (!values.help && names.length > max) throw wrongUsage(`Unexpected argument "${names[max]}".\n${usageOf(command)}`)
  const version = names[places.findIndex((place) => place.includes('VERSION'))]
  if (version !== undefined) checkVersion('VERSION', version)
  if (values.version !== undefined) checkVersion('--version', values.version)
  for (const [name, text = '', length] of [
    ['why', values.why, 500],
    ['label', values.label, 100],
  ] as const)
    if (text.length > length) throw wrongUsage(`--${name} must have at most ${length} characters.`)
  return { names, options: values }
}

function checkVersion(place: string, text: string): void {
  if (!versionNumber.safeParse(text).success)
    throw wrongUsage(`${place} must be a version such as 1.2.0, not "${text}".`)
}

function parseForCommand(command: Command, args: string[]) {
  try {
    return parse(args)
  } catch (error) {
    const [sentence = ''] = error instanceof Error ? error.message.split(/(?<=\.) |\n/) : []
    throw wrongUsage(`${sentence}\n${usageOf(command)}`)
  }
}

const usageOf = (command: Command): string =>
  `Usage: remote ${command.usage}    ("remote ${wordsOf(command).join(' ')} --help" shows details)`

export function formatHelp(command: Command): string {
  const lines = [...command.options, ...common].map((name) => {
    const option = options[name]
    return [`  --${name}${'value' in option ? ` ${option.value}` : ''}`, option.help]
  })
  const paragraphs = [`remote ${command.usage}`, command.summary, command.details, alignColumns(lines)]
  return paragraphs.filter(Boolean).join('\n\n')
}

export function readNumber(
  name: OptionName,
  text: string | undefined,
  [min, max]: [number, number],
): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw wrongUsage(`--${name} must be a number from ${min} to ${max}, not "${text}".`)
  return number
}

export function readChannel(channel = 'stable'): string {
  const { success, error } = channelName.safeParse(channel)
  if (!success) throw wrongUsage(`--channel ${error.issues[0]?.message}.`)
  return channel
}
