import { chown, readFile } from 'node:fs/promises'

/** How the programs of PostgreSQL are started: PostgreSQL refuses to run as root. */
export interface ServerUser {
  /** Given to `spawn` when this process is root; empty otherwise. */
  readonly identity: { uid: number; gid: number } | Record<string, never>
  /** How a program names the folder it was started in. */
  nameOfCwd(folder: string): string
  /** Hands a file or folder to the user that the server runs as. */
  own(path: string): Promise<void>
}

/** The user of this process or, for root, the account `postgres` where there is one, else `nobody`. */
export async function findServerUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return { identity: {}, nameOfCwd: (folder) => folder, own: async () => {} }
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  const account = ['postgres', 'nobody'].map((name) => accounts.find(([login]) => login === name)).find(Boolean)
  const [uid, gid] = [Number(account?.[2] ?? 65534), Number(account?.[3] ?? 65534)]
  return {
    identity: { uid, gid },
    // Below a home folder of mode 0700 the server's user may not walk the path to its own folder. It is started in that folder
    // by root, and Linux's link to "where I am" needs no walk.
    nameOfCwd: (folder) => (process.platform === 'linux' ? '/proc/self/cwd' : folder),
    own: (path) => chown(path, uid, gid),
  }
}
