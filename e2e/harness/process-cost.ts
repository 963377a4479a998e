import { readFileSync } from 'node:fs'

/* Reads Linux's counts of the resources of a process. */

const ticksInSecond = 100

/** Returns the processor time of a process so far in milliseconds, rounded to 10 ms. */
export function processorMs(processId: number): number {
  // The fields follow the name in brackets, which can contain any character: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksInSecond
}

/** Returns the current memory of a process in megabytes. */
export const memoryMegabytes = (processId: number): number => statusKilobytes(processId, 'VmRSS') / 1000

/** Returns the peak memory of a process in megabytes. */
export const peakMemoryMegabytes = (processId: number): number => statusKilobytes(processId, 'VmHWM') / 1000

function statusKilobytes(processId: number, name: string): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1])
}
