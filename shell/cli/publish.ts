import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseRemoteDescription } from 'kit/remote-description'
import { z } from 'zod'

const packageSchema = z.object({ version: z.string() })

/**
 * Puts a remote's build (`<remoteFolder>/dist`) into the registry's folder and makes it what `stable` points to.
 * The version is the package's with a hash of the build: the same build is published once, another never replaces it.
 * Both steps are one rename, so that a reader sees the old state or the new one. Answers the version.
 */
export async function publishRemote(remoteFolder: string, registryFolder: string): Promise<string> {
  const dist = join(remoteFolder, 'dist')
  const { name } = parseRemoteDescription(JSON.parse(await readFile(join(dist, 'remote.json'), 'utf8')))
  const { version } = packageSchema.parse(JSON.parse(await readFile(join(remoteFolder, 'package.json'), 'utf8')))
  const published = `${version}-${await hashOf(dist)}`
  const folder = join(registryFolder, name)
  const files = join(folder, published)
  await mkdir(folder, { recursive: true })
  const isThere = async () => (await readdir(folder)).includes(published)
  if (!(await isThere())) {
    const copy = join(folder, `.${randomUUID()}`)
    await cp(dist, copy, { recursive: true })
    await rename(copy, files).catch(async (cause: unknown) => {
      await rm(copy, { recursive: true })
      if (!(await isThere())) throw cause // otherwise somebody else was first with the same build
    })
  }
  await replaceFile(join(folder, 'channels.json'), JSON.stringify({ stable: published }))
  return published
}

async function replaceFile(file: string, content: string): Promise<void> {
  const next = join(dirname(file), `.${randomUUID()}`)
  await writeFile(next, content)
  await rename(next, file)
}

/** Names of built files carry their content's hash, but the manifest does not: so all contents count. */
async function hashOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(file.slice(folder.length)).update(await readFile(file))
  return hash.digest('hex').slice(0, 10)
}

if (import.meta.main) {
  const [registryFolder, ...remoteFolders] = process.argv.slice(2)
  if (registryFolder === undefined || remoteFolders.length === 0) {
    process.stderr.write('Usage: node shell/cli/publish.ts <registry folder> <remote folder>…\n')
    process.exit(1)
  }
  for (const remoteFolder of remoteFolders) {
    process.stdout.write(`${remoteFolder} → ${await publishRemote(remoteFolder, registryFolder)}\n`)
  }
}
