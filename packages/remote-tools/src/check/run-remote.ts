import { z } from 'zod'
import type { Build } from '../build/version-document.ts'
import { containerOf } from '../run/container-of.ts'
import { runLimits, type RunOutcome, runOutcome } from '../run/run-outcome.ts'
import { runProgram } from '../run/run-program.ts'

/** Rejects if the machine is too busy. Tests set smaller limits. */
export async function runRemote(build: Build, limits = runLimits, wallMs?: number): Promise<RunOutcome> {
  const program = new URL('./run-in-dom.ts', import.meta.url)
  const { output, problem } = await runProgram(program, { ...containerOf(build), limits }, { wallMs })
  // A line for the module, then one for each screen.
  const [first, ...drawn] = output.split('\n').filter(Boolean)
  if (first === undefined)
    return {
      violations: [`${problem} when its module runs outside of a browser`],
      failing: [],
      notes: [],
      routes: [],
      places: [],
    }
  const { screens, ...outcome } = runOutcome.extend({ screens: z.array(z.string()) }).parse(JSON.parse(first))
  for (const line of drawn) {
    const { failing, notes } = drawnScreen.parse(JSON.parse(line))
    outcome.failing.push(...failing)
    outcome.notes.push(...notes)
  }
  if (problem !== null)
    outcome.failing.push(`${screens[drawn.length]} ${problem} when it is drawn outside of a browser.`)
  return outcome
}

const drawnScreen = runOutcome.pick({ failing: true, notes: true })
