import { fileURLToPath } from 'node:url'
import { NormalModuleReplacementPlugin, type RspackPluginInstance } from '@rspack/core'

/**
 * Module Federation's plugin puts its runtime into a bundle as CommonJS, of which the bundler can leave nothing out. This
 * takes the same code as ES modules: 13 kB of gzip less on the sign-in page.
 */
export const runtimeAsModules: RspackPluginInstance = new NormalModuleReplacementPlugin(
  /^@module-federation\/runtime$|[\\/]@module-federation[\\/].+\.cjs$/,
  (data) => {
    data.request = data.request.replace(/^@module-federation\/runtime$/, '$&/bundler').replace(/\.cjs$/, '.js')
  },
)

/** The module that starts the runtime: the plugin hands its text over as a part of the request. */
const startOfRuntime = /^(@module-federation\/runtime\/rspack\.js!=!data:text\/javascript,)(.+)$/
const absoluteImport = /(?<= from ")(?:\/|[A-Z]:)[^"]+(?=")/g

/** From here on that text is the same for all, and more than ours need. */
const generalPart = 'const runtimeRequire=__webpack_require__;'
const start = fileURLToPath(new URL('./start-federation.ts', import.meta.url))
const ownPart =
  'startFederation(__webpack_require__, __module_federation_bundler_runtime__, { name: __module_federation_container_name__, ' +
  'shareStrategy: __module_federation_share_strategy__, plugins: __module_federation_runtime_plugins__ })'

function withOwnStart(text: string): string {
  const [imports, rest] = text.split(generalPart)
  if (imports === undefined || rest === undefined)
    throw new Error("Module Federation's start is another one: see start-federation.ts")
  return `import { startFederation } from ${JSON.stringify(start)};${imports}${ownPart}`
}

/**
 * That text imports files by their paths on this machine, and the text is the module's identity: the same commit would have other ids
 * and other names of files in another folder, and source maps that tell of this one. So the text numbers what it imports.
 */
export const runtimeByNumber: RspackPluginInstance = {
  apply(compiler) {
    const paths: string[] = []
    const numberOf = (path: string): string => {
      if (!paths.includes(path)) paths.push(path)
      return `federation-runtime/${paths.indexOf(path)}`
    }
    new NormalModuleReplacementPlugin(startOfRuntime, (data) => {
      const [, loader = '', text = ''] = startOfRuntime.exec(data.request) ?? []
      data.request =
        loader + encodeURIComponent(withOwnStart(decodeURIComponent(text)).replaceAll(absoluteImport, numberOf))
    }).apply(compiler)
    new NormalModuleReplacementPlugin(/^federation-runtime\/\d+$/, (data) => {
      data.request = paths[Number(data.request.split('/')[1])] ?? data.request
    }).apply(compiler)
  },
}
