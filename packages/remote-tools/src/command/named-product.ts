import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Call } from './command.ts'

export interface NamedProduct {
  /** Where it was named, for errors. */
  readonly place: string
  readonly address: string
}

/** By `--to`, `PRODUCT`, or the package.json of the remote's folder. */
export async function findNamedProduct(call: Call): Promise<NamedProduct | undefined> {
  const { options, environment, folder, names } = call
  if (options.to !== undefined) return { place: '--to', address: options.to }
  const setting = environment['PRODUCT']?.trim()
  if (setting) return { place: 'PRODUCT', address: setting }
  // The commands take the name of a remote below the current folder, too.
  for (const each of [join(folder, names[0] ?? ''), environment['INIT_CWD'] ?? folder, folder]) {
    const address = (await readManifest(each)).product
    if (address !== undefined) return { place: `"product" in ${join(each, 'package.json')}`, address }
  }
  return undefined
}

/** Reads where `folder` installs kit from, and which product that is. */
export async function findKit(folder: string): Promise<{ source?: string | undefined; product?: string | undefined }> {
  const { dependencies, devDependencies } = await readManifest(folder)
  const { kit: source } = { ...dependencies, ...devDependencies }
  return { source, product: /^(https?:\/\/.+)\/sdk\/kit-[^/]+\.tgz$/.exec(source ?? '')?.[1] }
}

const versions = z.record(z.string(), z.string()).optional().catch(undefined)
const manifest = z.object({
  product: z.string().optional().catch(undefined),
  dependencies: versions,
  devDependencies: versions,
})

async function readManifest(folder: string): Promise<Partial<z.infer<typeof manifest>>> {
  const content = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}')
  try {
    return manifest.parse(JSON.parse(content))
  } catch {
    return {} // whoever needs the file explains what is wrong
  }
}
