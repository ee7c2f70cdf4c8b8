const quietFor = 60_000

/** How often each line of the last minute was asked for again. */
const repeats = new Map<string, number>()

/** Shows a line on the terminal. The same one again within a minute is only counted, and the count is shown at its end. */
export function show(line: string): void {
  const before = repeats.get(line)
  if (before !== undefined) {
    repeats.set(line, before + 1)
    return
  }
  console.error(line)
  repeats.set(line, 0)
  setTimeout(() => {
    const count = repeats.get(line)
    repeats.delete(line)
    if (count) console.error(`${line} (${count} times more)`)
  }, quietFor).unref()
}
