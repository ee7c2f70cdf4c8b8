import { runRemote } from 'remote-tools/command/run'

/**
 * Runs `remote <line>` as the operator of the running product, on its machine; answers what it says.
 * @throws what it says when it does not end with 0
 */
export async function operate(line: string): Promise<string> {
  const { PRODUCT_DATA: DATA_DIR, PRODUCT_URL: product = '' } = process.env
  const surroundings = {
    environment: { DATA_DIR },
    folder: '.',
    stage: <T>(_: string, work: () => Promise<T>) => work(),
  }
  const { out, err, code } = await runRemote([...line.split(' '), '--to', product], surroundings)
  if (code !== 0) throw new Error(err)
  return out
}
