import { readFileSync } from 'node:fs'

/* What a process costs its machine, as Linux counts it. */

const ticksInSecond = 100

/** The processor time that a process has used so far, in milliseconds, to 10 of them. */
export function processorMs(processId: number): number {
  // Behind the name in brackets, which may have anything in it: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksInSecond
}

/** The memory that a process has now, in megabytes. */
export const memoryMegabytes = (processId: number): number => statusKilobytes(processId, 'VmRSS') / 1000

/** The most memory that a process has had at once, in megabytes. */
export const peakMemoryMegabytes = (processId: number): number => statusKilobytes(processId, 'VmHWM') / 1000

function statusKilobytes(processId: number, name: string): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1])
}
