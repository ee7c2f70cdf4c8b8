import { linguiMacros } from 'remote-tools/build/vite-macros'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [linguiMacros()], test: { environment: 'happy-dom', testTimeout: 60_000 } })
