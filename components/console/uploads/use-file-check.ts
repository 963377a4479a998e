'use client'

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CsvReport } from '@/lib/console/uploads/csv-report'
import type { CheckMessage, CheckRequest } from './csv-check.worker'

/** The state of a file's check. */
export type FileCheck =
  /** `report` is null until the worker has sent its first one. */
  | { kind: 'checking'; readBytes: number; report: CsvReport | null }
  | { kind: 'done'; readBytes: number; report: CsvReport }
  /** The user stopped the check. */
  | { kind: 'stopped'; readBytes: number; report: CsvReport | null }
  | { kind: 'unreadable' }
  /** The browser could not start the worker. */
  | { kind: 'impossible' }

/** Checks a file, in a worker, so that the page stays responsive with a large one. */
export function useFileCheck(file: File, expectedColumns: readonly string[]): { check: FileCheck; stop: () => void } {
  const [check, setCheck] = useState<FileCheck>({ kind: 'checking', readBytes: 0, report: null })
  const worker = useRef<Worker | null>(null)

  const end = useCallback(() => {
    worker.current?.terminate()
    worker.current = null
  }, [])

  const start = useEffectEvent(() => {
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
  })

  useEffect(() => {
    start()
    return end
  }, [end])

  function stop() {
    end()
    setCheck((check) => (check.kind === 'checking' ? { ...check, kind: 'stopped' } : check))
  }

  return { check, stop }
}
