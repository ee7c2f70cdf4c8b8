// Requests of the command `remote` to the registry. For Node: pages import only the types.
import { z } from 'zod'
import { remoteDescription } from './remote-description.ts'

export const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'must be "sha384-" and the hash in base64')

const path = z
  .string()
  .max(255)
  .regex(/^(?!.*\.\.)[\w.+-]+(\/[\w.+-]+)*$/, 'must be a path inside the build')

/** A prerelease such as `1.2.0-pr.7` distinguishes several builds of one version. */
export const versionNumber = z
  .string()
  .max(64)
  .regex(/^\d+\.\d+\.\d+(-[\w.-]+)?$/, 'must be a version such as 1.2.0')

export const releasedName = z
  .string()
  .max(64)
  .regex(/^(shell|mf(-[a-z0-9]+)+)$/, 'must be "shell" or begin with "mf-"')

export const remoteName = releasedName.refine((name) => name !== 'shell', 'must be a remote')

/** A global name. It ends with a hash of the build, so that two versions never clash. */
export const containerName = z
  .string()
  .max(100)
  .regex(/^mf(_[a-z0-9]+)+__[a-z0-9]+$/)

export const channelName = z.string().regex(/^(stable|next|pr-\d{1,9})$/, 'must be stable, next or pr-<number>')

export const developmentPage = 'development.html'

/** Describes a version. The command signs its bytes, and it names all files by hash. */
export const versionDocument = z.object({
  format: z.literal(1),
  name: releasedName,
  version: versionNumber,
  /** The `remote.json` with labels in all languages; null for the shell. */
  description: remoteDescription.nullable(),
  container: containerName.optional(), // only the shell has none
  /** The container's script; `index.html` for the shell. */
  entry: path,
  scripts: z.array(path), // of the first screen, like styles
  styles: z.array(path),
  catalogues: z.record(z.string(), path),
  /** Files and optional shared modules of lazy pages, by route pattern. */
  screens: z.record(z.string(), z.object({ files: z.array(path), shared: z.array(z.string()) })).default({}),
  /** HTML that pages show before any script runs, by route pattern and language. */
  prerendered: z.record(z.string(), z.record(z.string(), path)).optional(),
  /** Only for the shell: files of optional shared modules. `kit@1.5.0` is a layer. */
  sharedFiles: z.record(z.string(), z.array(path)).default({}),
  files: z.record(path, z.object({ integrity, bytes: z.int() })),
  /** Imports from shared modules: `{ "kit": ["Button"] }`. For the shell, what it exports. */
  uses: z.record(z.string(), z.array(z.string())),
  kit: versionNumber,
  documents: z.record(z.string(), z.string()), // GraphQL documents by the hex sha256 of their text
})
export type VersionDocument = z.infer<typeof versionDocument>

/** The reason for a change, which the log shows. */
export const why = z.string().max(500).optional()

/** Whether `stable` may get a version with screens that fail. */
const evenIfScreensFail = z.boolean().optional()

const keep = z.boolean().optional().describe('Never takes this version back automatically')

/** In characters, of one source map without the sources' text. */
export const maxMapLength = 2_000_000
/** The same, of all source maps of a version. */
export const maxMapsLength = 8_000_000

export const publishRequest = z.object({
  document: z.string(), // the signed JSON of a VersionDocument
  signature: z.string(), // ed25519 over the UTF-8 of `document`, base64
  publicKey: z.string(), // raw 32 bytes, base64
  /** Base64 by integrity. Omit files that the registry has (`POST /registry/missing-files`). */
  files: z.record(integrity, z.string()),
  channel: channelName.optional(),
  /** Sentences about screens that failed when the team's machine drew them. */
  failing: z.array(z.string().max(1000)).max(100).optional(),
  evenIfScreensFail,
  keep,
  /** Source maps as JSON by the path of their script. Never public. */
  maps: z.record(path, z.string().max(maxMapLength)).optional(),
  why,
})
export type PublishRequest = z.infer<typeof publishRequest>

export const channelMove = z.object({
  version: versionNumber,
  /** Rollout percentage. The other browsers keep the version that the channel had before. */
  percent: z.int().min(1).max(100).default(100),
  /** The revision that the caller has seen. Any other fails with CHANNEL_MOVED. */
  expect: z.int().optional(),
  evenIfScreensFail,
  keep,
  why,
})
export type ChannelMove = z.infer<typeof channelMove>

/** `POST /registry/previews`. Without a version it shows the builds of `npx remote dev`. */
export const previewRequest = z.strictObject({ name: releasedName, version: versionNumber.nullable() })
export type PreviewRequest = z.infer<typeof previewRequest>

export const previewLinkRequest = z.strictObject({
  name: releasedName,
  channel: channelName.regex(/^pr-/, 'must be that of a pull request: pr-<number>'),
})
export type PreviewLinkRequest = z.infer<typeof previewLinkRequest>
