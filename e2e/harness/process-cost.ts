import { readFileSync } from 'node:fs'

/* The resources that a process uses, as Linux counts them. */

const ticksInSecond = 100

/** The processor time of a process so far in milliseconds, rounded to 10 ms. */
export function processorMs(processId: number): number {
  // The fields follow the name in brackets, which can contain any character: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksInSecond
}

/** The current memory of a process in megabytes. */
export const memoryMegabytes = (processId: number): number => statusKilobytes(processId, 'VmRSS') / 1000

/** The peak memory of a process in megabytes. */
export const peakMemoryMegabytes = (processId: number): number => statusKilobytes(processId, 'VmHWM') / 1000

function statusKilobytes(processId: number, name: string): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1])
}
