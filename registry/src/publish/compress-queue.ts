import { Worker } from 'node:worker_threads'
import type { VersionDocument } from 'contract/registry.ts'
import type { RegistryContext } from '../context.ts'
import type { NewFile, StoredFile } from '../version/files.sql.ts'

export interface CompressTask {
  readonly content: Uint8Array
  readonly quality: number | null // of brotli; null for gzip only
}

export interface Compressed {
  readonly brotli: Uint8Array | null
  readonly gzip: Uint8Array | null
}

/** Best brotli takes a second and a half for a megabyte. A larger publish would hold up others. */
const bestQuality = { value: 11, maxBytes: 4_000_000 }
const fastQuality = 5

/** Only developers load these files, so they are not worth the seconds of brotli. */
const isRare = (path: string): boolean => path.startsWith('assets/development/') || path.endsWith('.map')

let worker: Worker | undefined
/** In the order in which the worker finishes them. */
const jobs: PromiseWithResolvers<Compressed>[] = []

export async function compressFiles(
  { isHurried = false }: RegistryContext,
  document: VersionDocument,
  files: readonly NewFile[],
): Promise<StoredFile[]> {
  const common = new Set(
    Object.entries(document.files).flatMap(([path, { integrity }]) => (isRare(path) ? [] : [integrity])),
  )
  const bytes = files.reduce((sum, { integrity, content }) => sum + (common.has(integrity) ? content.length : 0), 0)
  const quality = bytes > bestQuality.maxBytes ? fastQuality : bestQuality.value
  const compressed: StoredFile[] = []
  // One after the other, since the thread gets a copy of each.
  for (const file of files)
    compressed.push(await compressFile(file, isHurried || !common.has(file.integrity) ? null : quality))
  return compressed
}

/** One low-priority thread for all: threads of Node's pool would keep others from reading files. */
export async function compressFile(file: NewFile, quality: number | null = bestQuality.value): Promise<StoredFile> {
  const { integrity, content } = file
  const job = Promise.withResolvers<Compressed>()
  worker ??= startWorker()
  worker.ref()
  jobs.push(job)
  worker.postMessage({ content, quality } satisfies CompressTask)
  const { brotli, gzip } = await job.promise
  return { integrity, content, brotli: brotli && Buffer.from(brotli), gzip: gzip && Buffer.from(gzip) }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./compress-worker.ts', import.meta.url), { execArgv: [] })
  started.on('message', (compressed: Compressed) => {
    jobs.shift()?.resolve(compressed)
    if (jobs.length === 0) started.unref()
  })
  started.on('error', (error: Error) => {
    worker = undefined
    for (const job of jobs.splice(0)) job.reject(error)
  })
  return started
}
