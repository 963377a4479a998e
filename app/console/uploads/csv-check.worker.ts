import { checkFile, type CheckedFile, type FileCheck } from './csv-check'
import { chunksOf } from './csv-reader'

/** The page's messages to the worker: first its only file, then perhaps the stop of the file's check. */
export type CheckRequest = { file: File; expectedColumns: readonly string[] } | 'stop'

/** The worker's messages: progress several times a second, then the end; null if it cannot read the file. */
export type CheckMessage = FileCheck | CheckedFile | null

/** The worker's global scope, which TypeScript's DOM library does not have. */
const page = globalThis as unknown as {
  postMessage: (message: CheckMessage) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<CheckRequest>) => void) => void
}

let isStopped = false

page.addEventListener('message', ({ data }) => {
  if (data === 'stop') isStopped = true
  else
    void check(data)
      .catch(() => null)
      .then(page.postMessage)
})

const check = ({ file, expectedColumns }: Exclude<CheckRequest, string>) =>
  checkFile(chunksOf(file), expectedColumns, page.postMessage, () => isStopped)
