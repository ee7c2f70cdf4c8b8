import { chown, readFile } from 'node:fs/promises'

/** PostgreSQL refuses to run as root. */
export interface ServerUser {
  readonly identity: { uid: number; gid: number } | Record<string, never>
  /** The path by which a program can reach the folder it was started in. */
  nameOfCwd(folder: string): string
  own(path: string): Promise<void>
}

/** Returns this process's user or, for root, the account `postgres` or `nobody`. */
export async function findServerUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return { identity: {}, nameOfCwd: (folder) => folder, own: async () => {} }
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  const account = ['postgres', 'nobody'].map((name) => accounts.find(([login]) => login === name)).find(Boolean)
  const [uid, gid] = [Number(account?.[2] ?? 65534), Number(account?.[3] ?? 65534)]
  return {
    identity: { uid, gid },
    // The user may have no access to a parent folder, such as a home folder of mode 0700.
    nameOfCwd: (folder) => (process.platform === 'linux' ? '/proc/self/cwd' : folder),
    own: (path) => chown(path, uid, gid),
  }
}
