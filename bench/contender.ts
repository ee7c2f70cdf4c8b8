import { fork } from 'node:child_process'
import { nodeFlags } from 'service/node-flags.mjs'

/** A server under measurement, in a process of its own. */
export interface Contender {
  readonly name: string
  readonly pid: number | undefined
  readonly url: string
  /** CPU time of the process so far, in milliseconds. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

/**
 * The server of `file` reports its URL as `{ listening: url }`. Our services run as shipped, all
 * others, and with `program` '' all, with the flags that ours have in common.
 */
export async function startContender(
  name: string,
  file: URL,
  env: Record<string, string>,
  program = file.pathname.split('/').slice(-3).join('/'),
): Promise<Contender> {
  const child = fork(file, {
    execArgv: [...nodeFlags(program), '--import', new URL('report-cpu.mjs', import.meta.url).href],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const next = (key: 'listening' | 'cpu'): Promise<unknown> =>
    new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`${name} exited with ${code}`)))
      child.on('message', function read(message: object) {
        if (!(key in message)) return
        child.off('message', read)
        child.removeAllListeners('exit')
        resolve(Reflect.get(message, key))
      })
    })
  const url = String(await next('listening'))
  return {
    name,
    pid: child.pid,
    url,
    async cpu() {
      child.send('cpu')
      return Number(await next('cpu'))
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill()
      }),
  }
}
