'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CsvReport } from '@/lib/console/uploads/csv-report'
import type { CheckMessage, WorkerRequest } from './csv-check.worker'

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

/** Checks a file in a worker, so that the page stays responsive with a large file. */
export function useFileCheck(file: File, expectedColumns: readonly string[]): { check: FileCheck; stop: () => void } {
  const [check, setCheck] = useState<FileCheck>({ kind: 'checking', readBytes: 0, report: null })
  const end = useRef<() => void>(null)

  // An upload refreshes the page and its columns, which must not restart the check.
  const start = useEffectEvent(() => startCheck({ kind: 'check', file, expectedColumns }, setCheck))
  useEffect(() => {
    end.current = start()
    return () => end.current?.()
  }, [])

  function stop() {
    end.current?.()
    setCheck((check) => (check.kind === 'checking' ? { ...check, kind: 'stopped' } : check))
  }

  return { check, stop }
}

/** Starts a check in a worker, and returns a function that ends it. */
function startCheck(request: WorkerRequest, onChange: (check: FileCheck) => void): () => void {
  try {
    const worker = new Worker(new URL('./csv-check.worker.ts', import.meta.url), { type: 'module' })
    let isOver = false
    const end = () => {
      isOver = true
      worker.terminate()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<CheckMessage>) => {
      if (isOver) return
      onChange(data)
      if (data.kind !== 'checking') end()
    })
    worker.addEventListener('error', () => {
      if (isOver) return
      onChange({ kind: 'impossible' })
      end()
    })
    worker.postMessage(request)
    return end
  } catch {
    onChange({ kind: 'impossible' })
    return () => {}
  }
}
