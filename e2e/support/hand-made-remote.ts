import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A remote without a build: container and module in one script, in the registry of the running product. */
interface HandMadeRemote {
  name: string
  /** Takes it off the menu of pages that are opened from now on. */
  withdraw: () => Promise<void>
}

/** Publishes `name` with one page at `/<name>`, which everybody may see. */
export async function publishHandMadeRemote(name: string): Promise<HandMadeRemote> {
  const folder = join(process.env['PRODUCT_DATA'] ?? '', 'registry', name)
  const version = join(folder, '1.0.0')
  const description = {
    contract: 1,
    name,
    routes: [{ path: `/${name}`, access: 'public' }],
    navigation: [{ to: `/${name}`, label: { en: name }, order: 90 }],
  }
  const assets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } }
  const manifest = {
    metaData: { remoteEntry: { name: 'assets/entry.js' } },
    exposes: [{ path: './remote', assets }],
  }
  await mkdir(join(version, 'assets'), { recursive: true })
  await writeFile(join(version, 'assets/entry.js'), containerScript(name, `return 'This is ${name}'`))
  await writeFile(join(version, 'remote.json'), JSON.stringify(description))
  await writeFile(join(version, 'mf-manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'channels.json'), JSON.stringify({ stable: '1.0.0' }))
  return {
    name,
    withdraw: () => writeFile(join(folder, 'channels.json'), '{}'),
  }
}

/** The script of a container whose one page at `path` runs `body`. */
export function containerScript(name: string, body: string, path = `/${name}`): string {
  return `window.${name.replaceAll('-', '_')} = { init() {}, get: async () => () => ({ remote: {
    loadMessages: async () => ({}),
    routes: [{ path: '${path}', Component() { ${body} } }],
  } }) }`
}
