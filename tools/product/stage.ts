export async function stage<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  console.log(`${name.padEnd(36)} ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}
