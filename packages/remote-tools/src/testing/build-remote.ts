import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rspack } from '@rspack/core'
import { languages } from 'contract/languages.ts'
import { remoteConfig } from '../build/remote-config.ts'
import { type Build, describeBuild } from '../build/version-document.ts'

/** Builds `mf-one` from a minimal remote without `src/remote.tsx`, and `files`. */
export async function buildRemote(files: Record<string, string>): Promise<Build> {
  const parent = await mkdtemp(join(tmpdir(), 'build-remote-'))
  try {
    return await buildIn(join(parent, 'mf-one'), files)
  } finally {
    await rm(parent, { recursive: true })
  }
}

async function buildIn(folder: string, files: Record<string, string>): Promise<Build> {
  const description = { name: 'mf-one', routes: [{ path: '/one', access: 'public' }] }
  const all = {
    'package.json': '{ "name": "mf-one", "version": "1.0.0" }',
    'remote.json': JSON.stringify(description),
    'rspack.config.ts': '',
    'tsconfig.json': '{}',
    ...Object.fromEntries(languages.map((language) => [`src/locales/${language}.po`, ''])),
    ...files,
  }
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await new Promise<void>((resolve, reject) => {
    rspack(remoteConfig(folder), (error, stats) => {
      const problem = error ?? stats?.compilation.errors[0]
      return problem ? reject(problem) : resolve()
    })
  })
  return describeBuild(folder, 'mf-one')
}
