import type { Channel } from 'contract/responses.ts'

/** `1.2.0, and 1.3.0 for 10 %` */
export const showing = ({ version, candidate, percent }: Channel): string =>
  [version ?? 'nothing', ...(candidate === null ? [] : [`${candidate} for ${percent} %`])].join(', and ')

/** Removes line breaks, and characters that move the cursor or reverse text. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')

export function table(head: string[], cells: string[][]): string {
  const rows = cells.map((row) => row.map(oneLine))
  const widths = head.map((title, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? title).length)))
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const minute = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
