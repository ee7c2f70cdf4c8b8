const quietFor = 60_000

const repeats = new Map<string, number>()

/** Shows a line. Repetitions within a minute are counted and reported once. */
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
