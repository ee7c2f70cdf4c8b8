import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { languages } from 'contract/languages.ts'

const root = resolve(import.meta.dirname, '../..')

/** A remote under development, in its own folder with the dependencies of this repository. */
export interface RemoteFolder {
  folder: string
  /** Writes its screen, which shows `text` above a field. */
  save: (text: string) => Promise<void>
  /** Writes its module for the shell, which cannot be updated without a reload. */
  saveModule: (version: number) => Promise<void>
  write: (path: string, content: string) => Promise<void>
  remove: () => Promise<void>
}

export async function makeRemoteFolder(name: string): Promise<RemoteFolder> {
  await mkdir(join(root, '.cache'), { recursive: true })
  const parent = await mkdtemp(join(root, '.cache', 'remote-'))
  const folder = join(parent, name)
  // Atomic, because a build may read the file at any moment.
  const write = async (path: string, content: string) => {
    const aside = join(parent, 'aside')
    await writeFile(aside, content)
    await rename(aside, join(folder, path))
  }
  for (const path of ['src/locales', 'node_modules/@lingui', 'node_modules/@rspack'])
    await mkdir(join(folder, path), { recursive: true })
  for (const library of ['kit', 'remote-tools', 'react', '@lingui/core', '@lingui/react', '@rspack/core'])
    await symlink(join(root, 'mf-account/node_modules', library), join(folder, 'node_modules', library))
  await write('package.json', JSON.stringify({ name, version: '1.0.0', type: 'module' }))
  const routes = [{ path: `/${name}`, access: 'public' }]
  await write('remote.json', JSON.stringify({ name, routes, connect: ['https://api.example.com'] }))
  await write('tsconfig.json', '{}')
  await write(
    'rspack.config.ts',
    "import { remoteConfig } from 'remote-tools/build/remote-config'\nexport default remoteConfig(import.meta.dirname)\n",
  )
  for (const locale of languages)
    await write(`src/locales/${locale}.po`, `msgid ""\nmsgstr ""\n"Language: ${locale}\\n"\n`)
  const saveModule = (version: number) =>
    write(
      'src/remote.tsx',
      `export const version = ${version}
    export const remote = {
      routes: [{ path: '/${name}', lazy: async () => ({ Component: (await import('./screen.tsx')).Screen }) }],
      loadMessages: async (locale: string) =>
        (await import(/* webpackChunkName: "locale-[request]" */ \`./locales/\${locale}.po\`)).messages,
    }`,
    )
  const save = (text: string) =>
    write(
      'src/screen.tsx',
      `import { Page, TextInput } from 'kit'
      export function Screen() { return <Page title="${text}"><TextInput label="Note" /></Page> }`,
    )
  await saveModule(1)
  await save('First')
  return { folder, save, saveModule, write, remove: () => rm(parent, { recursive: true }) }
}
