// A future shell with changed texts, a changed `kit/graphql` and a changed header part.
import { join } from 'node:path'
import type { Configuration } from '@rspack/core'
import shell from 'shell/rspack.config'

const changed = /kit\/src\/graphql\/index\.ts$|user-menu-content\.tsx$|\/locales\/\w+\.po$/
const [config = {}]: Configuration[] = [shell].flat()
const mark = { test: changed, enforce: 'post', loader: join(import.meta.dirname, 'mark-module.cjs') } as const

export default {
  ...config,
  output: { ...config.output, clean: true },
  module: { ...config.module, rules: [...(config.module?.rules ?? []), mark] },
} satisfies Configuration
