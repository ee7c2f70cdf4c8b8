import { minVersion, validRange } from 'semver'
import { z } from 'zod'
import { eagerModules, lazyModules } from '../build/shared.ts'
import type { Build } from '../build/version-document.ts'
import { type RunOutcome, runOutcome } from './run-outcome.ts'
import { runProgram, whyOf } from './run-program.ts'

const RUN_MS = 20_000
const DRAW_MS = 5000

export async function runRemote(build: Build): Promise<RunOutcome> {
  const input = { ...containerOf(build), shared: Object.keys({ ...eagerModules, ...lazyModules }) }
  const program = new URL('./run-in-dom.ts', import.meta.url)
  const [output, errors, code] = await runProgram(program, input, { timeoutMs: RUN_MS, restMs: DRAW_MS })
  const [outcome, notes] = output.split('\n')
  if (outcome !== undefined && outcome !== '') {
    const { notes: known, ...run } = runOutcome.parse(JSON.parse(outcome))
    const unknown = `Drawing the screens outside of a browser ${whyOf(code, DRAW_MS, errors)}.`
    return { ...run, notes: [...known, ...(notes ? z.array(z.string()).parse(JSON.parse(notes)) : [unknown])] }
  }
  return {
    violations: [`${whyOf(code, RUN_MS, errors)} when its module runs outside of a browser`],
    notes: [],
    routes: [],
    places: [],
  }
}

/** The input of `openPage`, and a version of kit that the build accepts. */
export function containerOf({ document, files }: Build) {
  const scripts = Object.entries(document.files).filter(([path]) => path.endsWith('.js'))
  const range = document.description?.needs['kit'] ?? '*'
  return {
    container: document.container ?? document.name.replaceAll('-', '_'),
    entry: document.entry,
    files: Object.fromEntries(scripts.map(([path, { integrity }]) => [path, String(files.get(integrity))])),
    kit: validRange(range) === null ? document.kit : (minVersion(range)?.version ?? document.kit),
  }
}
