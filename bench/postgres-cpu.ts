import { readdir, readFile } from 'node:fs/promises'

/** CPU time in milliseconds that the PostgreSQL server of this data folder has used so far, all its processes; Linux only. */
export async function postgresCpu(dataFolder: string): Promise<number> {
  const [line = ''] = (await readFile(`${dataFolder}/postmaster.pid`, 'utf8')).split('\n')
  const postmaster = Number(line)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const processes = await Promise.all(pids.map(cpuOf))
  // What its former processes used is the postmaster's: a server that keeps its connections has none meanwhile.
  return processes
    .filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
    .reduce((sum, { cpu, ofChildren, pid }) => sum + cpu + (pid === postmaster ? ofChildren : 0), 0)
}

/** See proc_pid_stat(5); times in hundredths of a second. */
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
