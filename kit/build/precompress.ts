import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { Compilation, type Compiler, sources } from '@rspack/core'

const encodings = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Writes `.br` and `.gz` beside each script and style, so that the server never compresses while somebody waits. */
export const precompress = {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('precompress', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER
      compilation.hooks.processAssets.tapPromise({ name: 'precompress', stage }, async (assets) => {
        const files = Object.entries(assets).filter(([name]) => /\.(js|css)$/.test(name))
        await Promise.all(files.map(([name, asset]) => compress(compilation, name, asset.buffer())))
      })
    })
  },
}

async function compress(compilation: Compilation, name: string, content: Buffer): Promise<void> {
  for (const [extension, encode] of Object.entries(encodings)) {
    compilation.emitAsset(`${name}.${extension}`, new sources.RawSource(await encode(content)))
  }
}
