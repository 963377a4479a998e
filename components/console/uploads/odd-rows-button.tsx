'use client'

import { useState } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { announce } from '@/components/ui/announcer'
import { Button } from '@/components/ui/button'
import { csvRow } from '@/lib/console/csv'
import { maxOddRows, oddRowsHead, oddRowsText } from '@/lib/console/uploads/odd-rows-file'
import type { ConsoleTexts } from '@/lib/messages/keys'
import type { OddRowsMessage, WorkerRequest } from './csv-check.worker'

/** A button that creates a file of the rows with more or fewer cells than the header. The browser uploads nothing. */
export function OddRowsButton({ file }: { file: File }) {
  const t = useConsoleTexts()
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')

  async function press() {
    if (state === 'busy') return
    setState('busy')
    const csv = await oddRowsOf(file, t).catch(() => null)
    setState(csv ? 'ready' : 'failed')
    if (csv) download(csv, `${file.name.replace(/\.[^.]*$/, '')}-odd-rows.csv`)
    else announce(t('uploadForm.oddRows.failed'))
  }

  return (
    <p className="flex flex-wrap items-center gap-3">
      <Button isBusy={state === 'busy'} onClick={() => void press()}>
        {t(state === 'busy' ? 'uploadForm.oddRows.making' : 'uploadForm.oddRows.download')}
      </Button>
      {state === 'failed' && <span className="text-danger">{t('uploadForm.oddRows.failed')}</span>}
    </p>
  )
}

/** Returns the rows with a wrong number of cells as CSV. Null if the browser can no longer read the file. */
function oddRowsOf(file: File, t: ConsoleTexts): Promise<Blob | null> {
  return new Promise((resolve) => {
    // A part for each message, so that the browser need not hold the whole text in memory.
    const parts: Blob[] = []
    const worker = new Worker(new URL('./csv-check.worker.ts', import.meta.url), { type: 'module' })
    const end = (result: Blob | null) => {
      worker.terminate()
      resolve(result)
    }
    worker.addEventListener('error', () => end(null))
    worker.addEventListener('message', ({ data }: MessageEvent<OddRowsMessage>) => {
      if (data.kind === 'unreadable') return end(null)
      if (data.kind === 'end') {
        if (!data.isWhole) parts.push(new Blob([csvRow([t('uploadForm.oddRows.cut', { max: maxOddRows })])]))
        return end(new Blob(parts, { type: 'text/csv;charset=utf-8' }))
      }
      const { header, rows } = data
      const head = oddRowsHead(header, { line: t('uploadForm.check.line'), what: t('uploadForm.oddRows.what') })
      const text = oddRowsText(rows, ({ cells }) =>
        t('uploadForm.oddRows.cells', { cells: cells.length, expected: header.length }),
      )
      parts.push(new Blob([parts.length === 0 ? head : '', text]))
    })
    const request: WorkerRequest = { kind: 'odd_rows', file }
    worker.postMessage(request)
  })
}

function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Later, because the download must have started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
