// For Node: what the command `remote` sends and the registry takes. A page takes the types only.
import { z } from 'zod'
import { remoteDescription } from './remote-description.ts'

/** Subresource Integrity (https://www.w3.org/TR/SRI/), which is a file's name in the registry too. */
export const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'must be "sha384-" and the hash in base64')

const path = z
  .string()
  .max(255)
  .regex(/^(?!.*\.\.)[\w.+-]+(\/[\w.+-]+)*$/, 'must be a path inside the build')

/** Semantic version, with a prerelease where a package's version is built more than once: `1.2.0`, `1.2.0-pr.7`. */
export const versionNumber = z
  .string()
  .max(64)
  .regex(/^\d+\.\d+\.\d+(-[\w.-]+)?$/, 'must be a version such as 1.2.0')

export const releasedName = z
  .string()
  .max(64)
  .regex(/^(shell|mf(-[a-z0-9]+)+)$/, 'must be "shell" or begin with "mf-"')

/** What a remote's script names itself in a page: `mf_invoices__` and a hash of the build, so that two versions differ in it. */
export const containerName = z
  .string()
  .max(100)
  .regex(/^mf(_[a-z0-9]+)+__[a-z0-9]+$/)

export const channelName = z.string().regex(/^(stable|next|pr-\d{1,9})$/, 'must be stable, next or pr-<number>')

/** Of the shell: what stands in the place of its entry for a page in which a remote is being developed. */
export const developmentPage = 'development.html'

/**
 * All that is known of one version without running anything of it. The command signs its bytes; with the files that it names, by hash,
 * it is the version.
 */
export const versionDocument = z.object({
  format: z.literal(1),
  name: releasedName,
  version: versionNumber,
  /** `remote.json` with labels in all languages; the shell has none. */
  description: remoteDescription.nullable(),
  container: containerName.optional(),
  /** The container's script; of the shell `index.html`. */
  entry: path,
  /** Scripts and styles that its first screen needs at once. */
  scripts: z.array(path),
  styles: z.array(path),
  catalogues: z.record(z.string(), path),
  /**
   * What the lazy parts of its pages load before they are drawn, by the pattern of the page's address (`/organizations/:slug`): files, and
   * those of the shared modules that not every page has.
   */
  screens: z.record(z.string(), z.object({ files: z.array(path), shared: z.array(z.string()) })).default({}),
  /** Of the shell: the files of shared modules that not every page has; `kit@1.5.0` is a layer. */
  sharedFiles: z.record(z.string(), z.array(path)).default({}),
  files: z.record(path, z.object({ integrity, bytes: z.int() })),
  /** What it takes from each module that the shell shares: `{ "kit": ["Button", "Page"] }`. Of the shell: what it provides. */
  uses: z.record(z.string(), z.array(z.string())),
  kit: versionNumber,
  /** Its GraphQL documents by the sha256 of their text, hex. */
  documents: z.record(z.string(), z.string()),
})
export type VersionDocument = z.infer<typeof versionDocument>

/**
 * `POST /registry/versions`: one version, whole. Of `files` those that the registry has already (`POST /registry/missing-files`) may be
 * left out. With a channel it is moved in the same transaction.
 */
export const publishRequest = z.object({
  /** JSON of a VersionDocument: the text that is signed. */
  document: z.string(),
  /** ed25519 over the UTF-8 of `document`, base64. */
  signature: z.string(),
  /** Raw 32 bytes, base64. */
  publicKey: z.string(),
  /** Contents by integrity, base64. */
  files: z.record(integrity, z.string()),
  channel: channelName.optional(),
  why: z.string().max(500).optional(),
})
export type PublishRequest = z.infer<typeof publishRequest>

/** `PUT /registry/remotes/:name/channels/:channel`. */
export const channelMove = z.object({
  version: versionNumber,
  /** Less than 100: so many of a hundred browsers get `version`, the others what the channel names already. */
  percent: z.int().min(1).max(100).default(100),
  /** The channel's revision that the caller has seen; another one is refused with CHANNEL_MOVED, which says who moved it. */
  expect: z.int().optional(),
  why: z.string().max(500).optional(),
})
export type ChannelMove = z.infer<typeof channelMove>

/** `POST /registry/previews`: what one user is to see in one browser; without a version the builds that are sent for it. */
export const previewRequest = z.strictObject({ name: releasedName, version: versionNumber.nullable() })
export type PreviewRequest = z.infer<typeof previewRequest>
