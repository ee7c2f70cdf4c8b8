// `npm run build`: builds shell and remotes and fills the registry of DATA_DIR, for services that are started one by one.
import { buildAll, publishAll } from './product/build.ts'
import { findRemotes } from './product/find-remotes.ts'
import { PlainError } from './product/plain-error.ts'
import { dataFolder } from './product/settings.ts'
import { stage } from './product/stage.ts'

const remotes = findRemotes()
try {
  await stage('Build of shell and remotes', () => buildAll(remotes, process.env))
  await stage('Registry', () => publishAll(remotes, dataFolder(process.env)))
} catch (error) {
  if (!(error instanceof PlainError)) throw error
  console.error(`\n${error.message}`)
  process.exit(1)
}
