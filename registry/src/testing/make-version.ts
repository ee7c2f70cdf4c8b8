import { generateKeyPairSync, sign } from 'node:crypto'
import type { PublishRequest, VersionDocument } from 'contract/registry.ts'
import { integrityOf } from 'contract/integrity.ts'

export const newKey = () => generateKeyPairSync('ed25519')
const ownKey = newKey()

interface MadeVersion extends Partial<Omit<VersionDocument, 'files' | 'description'>> {
  name: string
  version: string
  /** Added to a remote.json with one route, named like the remote. */
  description?: object
  files?: Record<string, string | Buffer>
}

/** Signs any text, valid or not. */
export const signVersion = (document: string, keys = ownKey): Omit<PublishRequest, 'files'> => ({
  document,
  signature: sign(null, Buffer.from(document), keys.privateKey).toString('base64'),
  publicKey: keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
})

/** Makes a small signed version without a build. */
export function makeVersion({ description = {}, files, ...given }: MadeVersion, keys = ownKey): PublishRequest {
  const { name } = given
  const isShell = name === 'shell'
  const contents = Object.entries(files ?? { 'assets/entry.js': 'entry()' }).map(
    ([path, content]) => [path, Buffer.from(content)] as const,
  )
  const base = { name, routes: [{ path: `/${name}`, access: 'public' }] }
  const document = {
    format: 1,
    ...(isShell ? { entry: 'index.html' } : { container: `${name.replaceAll('-', '_')}__1`, entry: 'assets/entry.js' }),
    scripts: [],
    styles: [],
    catalogues: {},
    uses: {},
    kit: '1.0.0',
    documents: {},
    description: isShell ? null : { navigation: [], needs: {}, ...base, ...description },
    files: Object.fromEntries(
      contents.map(([path, content]) => [path, { integrity: integrityOf(content), bytes: content.length }]),
    ),
    ...given,
  }
  return {
    ...signVersion(JSON.stringify(document), keys),
    files: Object.fromEntries(contents.map(([, content]) => [integrityOf(content), content.toString('base64')])),
  }
}
