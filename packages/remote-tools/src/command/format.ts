import { alignColumns } from 'contract/align-columns.ts'
import type { Channel } from 'contract/responses.ts'

/** `1.2.0, and 1.3.0 for 10 %` */
export const describeChannel = ({ version, canary, percent }: Channel): string =>
  [version ?? 'nothing', ...(canary === null ? [] : [`${canary} for ${percent} %`])].join(', and ')

/** Removes line breaks, and characters that move the cursor or reverse text. */
export const toOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')

export const formatTable = (head: string[], cells: string[][], whenEmpty: string): string =>
  cells.length === 0 ? whenEmpty : alignColumns([head, ...cells.map((row) => row.map(toOneLine))])

export const formatMinute = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
