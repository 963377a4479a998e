'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { CsvReport } from '@/lib/console/uploads/csv-report'
import type { CheckMessage, CheckRequest } from './csv-check.worker'

/** How far the check of a file is. */
export type FileCheck =
  /** `report` is null until the first lines have been read. */
  | { kind: 'checking'; readBytes: number; report: CsvReport | null }
  | { kind: 'done'; readBytes: number; report: CsvReport }
  /** Somebody did not want to wait for it. */
  | { kind: 'stopped'; readBytes: number; report: CsvReport | null }
  | { kind: 'unreadable' }
  /** This browser runs no worker, or could not load it. */
  | { kind: 'impossible' }

/** Checks one file at a time, in a worker, so that the page stays quick however large the file is. */
export function useFileCheck(expectedColumns: readonly string[]) {
  const [check, setCheck] = useState<FileCheck | null>(null)
  const worker = useRef<Worker | null>(null)

  const end = useCallback(() => {
    worker.current?.terminate()
    worker.current = null
  }, [])

  useEffect(() => end, [end])

  function start(file: File) {
    end()
    setCheck({ kind: 'checking', readBytes: 0, report: null })
    try {
      const started = new Worker(new URL('./csv-check.worker.ts', import.meta.url), { type: 'module' })
      worker.current = started
      started.addEventListener('message', ({ data }: MessageEvent<CheckMessage>) => {
        if (worker.current !== started) return
        setCheck(data)
        if (data.kind !== 'checking') end()
      })
      started.addEventListener('error', () => {
        if (worker.current !== started) return
        setCheck({ kind: 'impossible' })
        end()
      })
      started.postMessage({ file, expectedColumns } satisfies CheckRequest)
    } catch {
      setCheck({ kind: 'impossible' })
    }
  }

  function stop() {
    end()
    setCheck((check) => (check?.kind === 'checking' ? { ...check, kind: 'stopped' } : check))
  }

  return { check, start, stop }
}
