import { checkFile, type FileCheck } from './csv-check'
import { chunksOf } from './csv-reader'

/** The page's messages to the worker: first its only file, then perhaps the stop of the file's check. */
export type CheckRequest = { file: File; expectedColumns: readonly string[] } | 'stop'

let isStopped = false

/** Sends the progress several times a second, then the end; null if the browser cannot read the file. */
const report = (check: FileCheck | null) => postMessage(check)

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  if (data === 'stop') return void (isStopped = true)
  const checked = checkFile(chunksOf(data.file), data.expectedColumns, report, () => isStopped)
  void checked.catch(() => null).then(report)
})
