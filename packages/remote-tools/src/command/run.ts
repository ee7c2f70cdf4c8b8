import { buildCommand } from './build.ts'
import { checkCommand } from './check.ts'
import { type Call, type Command, formatHelp, readArguments, wordsIn, wordsOf } from './command.ts'
import { devCommand } from './dev.ts'
import { alignColumns } from 'contract/align-columns.ts'
import { connect } from './registry-client.ts'
import { exitCodes, CommandError, wrongUsage } from './command-error.ts'
import { healthCommand } from './health.ts'
import { listCommand, logCommand } from './look.ts'
import { promoteCommand, rollbackCommand, unpublishCommand } from './move.ts'
import { newCommand } from './new.ts'
import { allowCommand, disallowCommand } from './allow.ts'
import { previewCommand } from './preview.ts'
import { pruneCommand } from './prune.ts'
import { publishCommand } from './publish.ts'
import { statusCommand } from './status.ts'
import { testCommand } from './test.ts'
import { createTokenCommand, listTokensCommand, revokeTokenCommand } from './token.ts'
import { removeServiceCommand, setServiceCommand } from './service.ts'

export const commands: Command[] = [
  newCommand,
  devCommand,
  buildCommand,
  checkCommand,
  publishCommand,
  previewCommand,
  testCommand,
  promoteCommand,
  rollbackCommand,
  unpublishCommand,
  listCommand,
  healthCommand,
  logCommand,
  createTokenCommand,
  revokeTokenCommand,
  listTokensCommand,
  setServiceCommand,
  removeServiceCommand,
  allowCommand,
  disallowCommand,
  statusCommand,
  pruneCommand,
]

type CallContext = Pick<Call, 'environment' | 'folder' | 'stage'>

export interface Outcome {
  out: string
  err: string
  code: number
}

/** `own` subcommands replace those with the same words. */
export async function runRemote(args: string[], context: CallContext, own: Command[] = []): Promise<Outcome> {
  const wantsJson = args.includes('--json')
  const all = commands.map((command) => own.find((each) => wordsOf(each).join() === wordsOf(command).join()) ?? command)
  try {
    return { out: `${await execute(args, all, context)}\n`, err: '', code: exitCodes.done }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const { code, message, details } = error
    return {
      out: wantsJson ? `${JSON.stringify({ error: { code, message, ...details } }, null, 2)}\n` : '',
      err: `${message}\n`,
      code: code === 'WRONG_USAGE' ? exitCodes.wrongUsage : exitCodes.refused,
    }
  }
}

async function execute(args: string[], all: Command[], context: CallContext): Promise<string> {
  const words = wordsIn(args)
  if (words.length === 0 && (args.length === 0 || args.includes('--help'))) return overview(all)
  const command = all.find((each) => wordsOf(each).every((word, index) => words[index] === word))
  if (!command) throw wrongUsage(`Unknown subcommand "remote ${words.join(' ')}".\n\n${overview(all)}`)
  const { names, options } = readArguments(command, args)
  if (options.help) return formatHelp(command)
  const call = { names, options, ...context }
  const response = await command.run(call, await connect(call))
  return options.json ? JSON.stringify(response.json, null, command.isFollowed ? 0 : 2) : response.text
}

function overview(all: Command[]): string {
  return [
    'Usage: remote <subcommand> [--to URL] [--json] [--help]',
    alignColumns(all.map(({ usage, summary }) => [`  ${usage}`, summary])),
    'Use --help with a subcommand for details. Exit codes: 0 success, 1 failure, 2 wrong usage.',
    'The product is that of --to, of PRODUCT, of "product" in package.json, or the one that runs on this machine.\n' +
      'REMOTE_TOKEN is the token. For a product on this machine, the default is its operator token.',
    'Documentation: /sdk/docs/ of the product.',
  ].join('\n\n')
}
