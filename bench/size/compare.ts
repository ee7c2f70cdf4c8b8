import type { Measurement } from './measurements.ts'
import type { Cost, Subject } from './subject.ts'

/** A row of the table, with its violations. */
export interface Row {
  readonly name: string
  readonly text: string
  readonly problem: string | undefined
}

/** Twice the cost, and two more pages per row, because large indexes are two levels deeper. */
const bounds = {
  rows: (few: Cost) => few.rows * 2 + 40,
  pages: (few: Cost) => few.pages * 2 + 60 + 2 * few.rows,
  bytes: (few: Cost & { bytes: number }) => few.bytes * 2 + 500,
}

/** Measures a call that `grows` only once, because it is slow and leaves dead rows. */
export async function compare(
  { name, call, send }: Measurement,
  subjects: Readonly<Record<'small' | 'big', Subject>>,
  times = 4,
): Promise<Row> {
  const costOf = async (subject: Subject): Promise<Cost & { bytes: number }> => {
    let prepared: object = {}
    let bytes = 0
    const cost = await subject.costOf(
      async () => void (bytes = await send(subject, prepared)),
      async () => {
        const made = await call.prepare?.(subject.ctx)
        prepared = Object(made) === made && !Array.isArray(made) ? Object(made) : {}
      },
      call.grows ? 1 : times,
    )
    return { ...cost, bytes }
  }
  const [few, lots] = [await costOf(subjects.small), await costOf(subjects.big)]
  const columns = (['pages', 'rows', 'milliseconds', 'bytes'] as const).map((key) => {
    const [a, b] = [few[key], lots[key]].map((value) => (key === 'milliseconds' ? value.toFixed(1) : value))
    return key === 'pages' ? `${a} | ${b} | ${(lots.pages / Math.max(1, few.pages)).toFixed(1)} ×` : `${a} | ${b}`
  })
  const problems = (['pages', 'rows', 'bytes'] as const)
    .filter((key) => lots[key] > bounds[key](few))
    .filter(() => lots.rows > (call.maxRows ?? 0))
    .map((key) => `${few[key]} → ${lots[key]} ${key}`)
  const verdict = call.grows ? ` grows: ${call.grows}` : problems.length > 0 ? ' **grows**' : ''
  return {
    name,
    text: `| ${name} | ${columns.join(' | ')} |${verdict}`,
    problem: call.grows || problems.length === 0 ? undefined : problems.join(', '),
  }
}
