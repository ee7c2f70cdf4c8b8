import { linguiMacros } from 'remote-tools/build/vite-macros'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [linguiMacros()],
  // `npx remote test` runs the journeys.
  test: { include: ['**/*.test.{ts,tsx}'], environment: 'happy-dom', testTimeout: 60_000 },
})
