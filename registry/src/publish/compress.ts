import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { VersionDocument } from 'contract/registry.ts'
import type { RegistryContext } from '../context.ts'
import type { StoredFile } from '../version/files.sql.ts'

const encodings = { brotli: promisify(brotliCompress), gzip: promisify(gzip) }

/** Only developers load these files, so they are not worth the seconds of brotli. */
const isRare = (path: string): boolean => path.startsWith('assets/development/')

export function compressOf({ isHurried = false }: RegistryContext, { files }: VersionDocument) {
  const common = new Set(Object.entries(files).flatMap(([path, { integrity }]) => (isRare(path) ? [] : [integrity])))
  return (file: Pick<StoredFile, 'integrity' | 'content'>) => compress(file, isHurried || !common.has(file.integrity))
}

export async function compress(
  { integrity, content }: Pick<StoredFile, 'integrity' | 'content'>,
  isSeldomLoaded = false,
): Promise<StoredFile> {
  const [brotli, gzipped] = await Promise.all([
    isSeldomLoaded ? content : encodings.brotli(content),
    encodings.gzip(content),
  ])
  const ifSmaller = (encoded: Buffer) => (encoded.length < content.length ? encoded : null)
  return { integrity, content, brotli: ifSmaller(brotli), gzip: ifSmaller(gzipped) }
}
