import { readdir, readFile } from 'node:fs/promises'

/** CPU time of all processes of a PostgreSQL server so far, in milliseconds (Linux only). */
export async function postgresCpu(dataFolder: string): Promise<number> {
  const [line = ''] = (await readFile(`${dataFolder}/postmaster.pid`, 'utf8')).split('\n')
  const postmaster = Number(line)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const processes = await Promise.all(pids.map(cpuOf))
  // The postmaster's time includes exited processes; a server that keeps its connections has none.
  return processes
    .filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
    .reduce((sum, { cpu, ofChildren, pid }) => sum + cpu + (pid === postmaster ? ofChildren : 0), 0)
}

/** From proc_pid_stat(5), in hundredths of a second. */
async function cpuOf(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user, system, userOfChildren, systemOfChildren] = rest.slice(9, 13).map((ticks) => Number(ticks) * 10)
  return {
    pid: Number(pid),
    parent: Number(parent),
    cpu: (user ?? 0) + (system ?? 0),
    ofChildren: (userOfChildren ?? 0) + (systemOfChildren ?? 0),
  }
}
