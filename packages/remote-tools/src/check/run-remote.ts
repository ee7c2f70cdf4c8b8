import { z } from 'zod'
import type { Build } from '../build/version-document.ts'
import { containerOf } from '../run/container-of.ts'
import { type RunOutcome, runOutcome } from '../run/run-outcome.ts'
import { runProgram, whyOf } from '../run/run-program.ts'

const RUN_MS = 20_000
const DRAW_MS = 5000

export async function runRemote(build: Build): Promise<RunOutcome> {
  const program = new URL('./run-in-dom.ts', import.meta.url)
  const [output, errors, code] = await runProgram(program, containerOf(build), { timeoutMs: RUN_MS, restMs: DRAW_MS })
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
