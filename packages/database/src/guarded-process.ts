import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { openLogFile } from './log-file.ts'
import type { ServerUser } from './server-user.ts'

export type GuardedProcess = ReturnType<typeof startGuarded>

const maxLastLines = 8

// Prints the pid of "$@" and interrupts it when standard input closes. This process has the other
// end of that pipe, so the kernel closes it even after `kill -9`.
const guardScript = `
exec 3<&0 </dev/null
"$@" 3<&- &
program=$!
echo $program
exec >&-
(read -r _ <&3; kill -INT $program) &
watcher=$!
exec 3<&-
wait $program
code=$?
kill $watcher
exit $code
`

/** Detached, so that Ctrl-C does not reach the command. Appends its output to `logFile`. */
export function startGuarded(command: [string, ...string[]], user: ServerUser, cwd: string, logFile: string) {
  const log = openLogFile(logFile)
  const guard = spawn('/bin/sh', ['-c', guardScript, 'guard', ...command], {
    ...user.identity,
    cwd,
    detached: true,
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lastLines: string[] = []
  createInterface(guard.stderr)
    .on('line', (line) => {
      log.write(line)
      lastLines.push(line)
      if (lastLines.length > maxLastLines) lastLines.shift()
    })
    .on('close', () => log.close())
  const ended = new Promise<void>((resolve) => {
    guard.once('exit', () => resolve())
    guard.once('error', () => resolve())
  })
  const pid = new Promise<number>((resolve) =>
    guard.stdout.once('data', (line: Buffer) => resolve(Number(line.toString()))),
  )
  return {
    pid,
    ended,
    lastLines: () => lastLines.join('\n'),
    hasEnded: () => guard.exitCode !== null || guard.signalCode !== null,
    stop: () => void guard.stdin.end(),
  }
}
