import { fileURLToPath } from 'node:url'
import { NormalModuleReplacementPlugin, type RspackPluginInstance } from '@rspack/core'

/** Fails if no request matches: then the library has changed. */
function replaceRequests(pattern: RegExp, replace: (request: string) => string): RspackPluginInstance {
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

// As ES modules, the runtime is tree-shaken: 13 kB of gzip less on the sign-in page.
export const replaceRuntimeByModules = replaceRequests(
  /^@module-federation\/runtime$|[\\/]@module-federation[\\/].+\.cjs$/,
  (request) => request.replace(/^@module-federation\/runtime$/, '$&/bundler').replace(/\.cjs$/, '.js'),
)

const unused = fileURLToPath(new URL('./unused-runtime.ts', import.meta.url))

/** Saves 1 kB of gzip in the shell and in each remote. */
export const dropUnusedRuntime: RspackPluginInstance = new NormalModuleReplacementPlugin(
  /^\.\/(desc\.mjs|getSharedFallbackGetter\.js|installInitialConsumes\.js)$/,
  (data) => {
    if (/@module-federation[\\/](error-codes|webpack-bundler-runtime)[\\/]/.test(data.context)) data.request = unused
  },
)

const runtimeRequest = /^(@module-federation\/runtime\/rspack\.js!=!data:text\/javascript,)(.+)$/
const absoluteImport = /(?<= from ")(?:\/|[A-Z]:)[^"]+(?=")/g

// Absolute paths would reach module ids, file names and source maps. Numbers are the same anywhere.
export const numberRuntimeImports: RspackPluginInstance = {
  apply(compiler) {
    const paths: string[] = []
    const numberOf = (path: string): string => {
      if (!paths.includes(path)) paths.push(path)
      return `federation-runtime/${paths.indexOf(path)}`
    }
    replaceRequests(runtimeRequest, (request) => {
      const [, loader = '', text = ''] = runtimeRequest.exec(request) ?? []
      return loader + encodeURIComponent(decodeURIComponent(text).replaceAll(absoluteImport, numberOf))
    }).apply(compiler)
    replaceRequests(/^federation-runtime\/\d+$/, (request) => paths[Number(request.split('/')[1])] ?? request).apply(
      compiler,
    )
  },
}
