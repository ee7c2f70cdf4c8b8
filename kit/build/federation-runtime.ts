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
