// `npm run build`: builds the shell and the remotes without publishing them.
import { buildAll } from './product/build.ts'
import { findRemotes } from './product/find-remotes.ts'
import { PlainError } from './product/plain-error.ts'
import { stage } from './product/stage.ts'

try {
  await stage('Build of shell and remotes', () => buildAll(['shell', ...findRemotes()], process.env))
} catch (error) {
  if (!(error instanceof PlainError)) throw error
  console.error(`\n${error.message}`)
  process.exit(1)
}
