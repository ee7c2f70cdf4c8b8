import { parseArgs } from 'node:util'
import { channelName } from 'contract/registry.ts'
import { wrongUsage } from './fault.ts'

/** All options of all subcommands: one name means the same everywhere. */
const options = {
  to: { type: 'string', value: 'URL', help: 'the product; http://localhost:3000 where nothing is said' },
  json: { type: 'boolean', help: 'answer as JSON on the standard output' },
  help: { type: 'boolean', help: 'show this' },
  channel: { type: 'string', value: 'CHANNEL', help: 'stable, next or pr-<number>; stable where nothing is said' },
  percent: { type: 'string', value: 'N', help: 'show it to so many of a hundred browsers only' },
  version: { type: 'string', value: 'VERSION', help: 'instead of the version in package.json' },
  why: { type: 'string', value: 'TEXT', help: 'what the log shall say of it' },
  'no-build': { type: 'boolean', help: 'take dist/ as it is' },
  'with-service': { type: 'boolean', help: 'with a service of its own, and screens that ask it' },
  remote: { type: 'string', value: 'NAME', help: 'the remote that the token is for' },
  rights: {
    type: 'string',
    value: 'RIGHTS',
    help: 'of publish,promote,override; all of them where nothing is said',
  },
  label: {
    type: 'string',
    value: 'TEXT',
    help: 'what people call the token, such as "CI of billing"; the log says it',
  },
  expires: { type: 'string', value: 'DAYS', help: 'when the token ends, for instance 90d (the default)' },
  limit: { type: 'string', value: 'N', help: 'so many entries, the latest; 50 where nothing is said' },
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

export interface Answer {
  readonly json: unknown
  readonly text: string
}

export interface Command {
  /** What follows `remote`: words as they are, places in capitals, `[NAME]` where it may be left out, `…` for more. */
  readonly usage: string
  readonly summary: string
  readonly options: readonly OptionName[]
  /** Whether it writes lines of JSON as things happen, with the answer as the last one. */
  readonly isFollowed?: true
  readonly details?: string
  readonly run: (call: Call) => Promise<Answer>
}

export const wordsIn = (args: string[]): string[] =>
  parseArgs({ args, options, allowPositionals: true, strict: false }).positionals

const common = ['to', 'json', 'help'] as const

/** The words by which a subcommand is called: `token create`. */
export const wordsOf = ({ usage }: Command): string[] => usage.split(' ').filter((word) => /^[a-z]/.test(word))

/** @throws Fault when the arguments are not those of the command's usage */
export function readArguments(command: Command, args: string[]): { names: string[]; options: Options } {
  const { values, positionals } = parsed(command, args)
  const words = wordsOf(command)
  const places = command.usage.split(' ').slice(words.length)
  const names = positionals.slice(words.length)
  const needed = places.filter((place) => !place.startsWith('['))
  const most = places.some((place) => place.includes('…')) ? Infinity : places.length
  for (const name of Object.keys(values)) {
    if (![...common, ...command.options].some((known) => known === name))
      throw wrongUsage(`--${name} means nothing to "remote ${words.join(' ')}".\n${usageOf(command)}`)
  }
  if (!values.help && names.length < needed.length)
    throw wrongUsage(`${needed[names.length]} is missing.\n${usageOf(command)}`)
  if (!values.help && names.length > most) throw wrongUsage(`"${names[most]}" is one too many.\n${usageOf(command)}`)
  return { names, options: values }
}

function parsed(command: Command, args: string[]) {
  try {
    return parse(args)
  } catch (error) {
    const [sentence = ''] = error instanceof Error ? error.message.split(/(?<=\.) |\n/) : []
    throw wrongUsage(`${sentence}\n${usageOf(command)}`)
  }
}

const usageOf = (command: Command): string =>
  `Usage: remote ${command.usage}    ("remote ${wordsOf(command).join(' ')} --help" tells more)`

export function helpOf(command: Command): string {
  const lines = [...command.options, ...common].map((name) => {
    const option = options[name]
    return [`  --${name}${'value' in option ? ` ${option.value}` : ''}`, option.help]
  })
  const width = Math.max(...lines.map(([left = '']) => left.length))
  const table = lines.map(([left = '', right]) => `${left.padEnd(width)}  ${right}`).join('\n')
  return [`remote ${command.usage}`, command.summary, command.details, table].filter(Boolean).join('\n\n')
}

export function readNumber(
  name: OptionName,
  text: string | undefined,
  [least, most]: [number, number],
): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw wrongUsage(`--${name} must be a number from ${least} to ${most}, not "${text}".`)
  return number
}

export function readChannel(channel = 'stable'): string {
  const { success, error } = channelName.safeParse(channel)
  if (!success) throw wrongUsage(`--channel ${error.issues[0]?.message}.`)
  return channel
}
