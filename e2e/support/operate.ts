import { runRemote } from 'remote-tools/command/run'

/**
 * Runs `remote <line>` as the operator of the running product and returns its output.
 * @throws the output if it does not exit with 0
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
