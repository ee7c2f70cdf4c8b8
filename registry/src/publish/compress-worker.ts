import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { brotliCompressSync, constants as zlib, gzipSync } from 'node:zlib'
import type { Compressed, CompressTask } from './compress-queue.ts'

// On Linux a priority applies to one thread, elsewhere to the process (rest-auth/src/crypto).
if (process.platform === 'linux') setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))

parentPort?.on('message', ({ content, quality }: CompressTask) => {
  const ifSmaller = (encoded: Buffer) => (encoded.length < content.length ? encoded : null)
  const params = { [zlib.BROTLI_PARAM_QUALITY]: quality ?? 0 }
  parentPort?.postMessage({
    brotli: quality === null ? null : ifSmaller(brotliCompressSync(content, { params })),
    gzip: ifSmaller(gzipSync(content)),
  } satisfies Compressed)
})
