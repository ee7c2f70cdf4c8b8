import { NormalModuleReplacementPlugin, type RspackPluginInstance } from '@rspack/core'

/** Replaces requests that match; a build in which none does fails, since then the library has changed. */
function replacing(pattern: RegExp, replace: (request: string) => string): RspackPluginInstance {
  return {
    apply(compiler) {
      let isMatched = false
      new NormalModuleReplacementPlugin(pattern, (data) => {
        isMatched = true
        data.request = replace(data.request)
      }).apply(compiler)
      compiler.hooks.afterCompile.tap('federation-runtime', () => {
        if (!isMatched && !compiler.isChild())
          throw new Error(`No module matches ${pattern}: see federation-runtime.ts`)
      })
    },
  }
}

/**
 * Module Federation's plugin bundles its runtime as CommonJS, which the bundler cannot shake. This takes the same code as ES
 * modules: 13 kB of gzip less on the sign-in page.
 */
export const runtimeAsModules = replacing(
  /^@module-federation\/runtime$|[\\/]@module-federation[\\/].+\.cjs$/,
  (request) => request.replace(/^@module-federation\/runtime$/, '$&/bundler').replace(/\.cjs$/, '.js'),
)

/** The module that starts the runtime: the plugin passes its text as a part of the request. */
const startOfRuntime = /^(@module-federation\/runtime\/rspack\.js!=!data:text\/javascript,)(.+)$/
const absoluteImport = /(?<= from ")(?:\/|[A-Z]:)[^"]+(?=")/g

/**
 * That text imports files by their absolute paths, and the text is the module's identity: in another folder the same commit would get
 * other module ids and file names, and its source maps would disclose this one. So the imports are numbered.
 */
export const runtimeByNumber: RspackPluginInstance = {
  apply(compiler) {
    const paths: string[] = []
    const numberOf = (path: string): string => {
      if (!paths.includes(path)) paths.push(path)
      return `federation-runtime/${paths.indexOf(path)}`
    }
    replacing(startOfRuntime, (request) => {
      const [, loader = '', text = ''] = startOfRuntime.exec(request) ?? []
      return loader + encodeURIComponent(decodeURIComponent(text).replaceAll(absoluteImport, numberOf))
    }).apply(compiler)
    replacing(/^federation-runtime\/\d+$/, (request) => paths[Number(request.split('/')[1])] ?? request).apply(compiler)
  },
}
