'use client'

import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState, type DragEvent } from 'react'
import { useFormats } from '@/components/console/time'
import { useConsoleTexts } from '@/components/texts'
import { classNames } from '@/components/ui/class-names'

/** Loaded with the first file, because the page does not need it before. */
const ChosenFile = lazy(async () => ({ default: (await import('./chosen-file')).ChosenFile }))

/** `taken`: the result is in the place of the form. */
export type UploadPhase = 'choosing' | 'sending' | 'taken'

/** Its field also keeps a dropped file, so that a screen reader reads its name. */
export function UploadForm({ expectedColumns }: { expectedColumns: readonly string[] }) {
  const t = useConsoleTexts()
  const { bytes, list } = useFormats()
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ file: File; number: number } | null>(null)
  const [phase, setPhase] = useState<UploadPhase>('choosing')
  const [isOver, setIsOver] = useState(false)
  const [hasSeveral, setHasSeveral] = useState(false)
  const isSending = phase === 'sending'
  const names = list(expectedColumns)

  function take(files: FileList | null) {
    setHasSeveral(files !== null && files.length > 1)
    const file = files?.length === 1 ? files[0] : undefined
    if (file) {
      setChosen((before) => ({ file, number: (before?.number ?? 0) + 1 }))
      setPhase('choosing')
    }
    return file
  }

  function show(file: File | undefined) {
    if (!file || !inputRef.current) return
    const transfer = new DataTransfer()
    transfer.items.add(file)
    inputRef.current.files = transfer.files
  }

  // Handles a file that the user chose before this script loaded, unless the change handler has already done so.
  const takeFileChosenEarly = useEffectEvent((files: FileList | null) => chosen === null && take(files))
  // When the dialog is closed without a choice, the previous file stays chosen.
  const restore = useEffectEvent(() => show(chosen?.file))
  useEffect(() => {
    const { current: input } = inputRef
    takeFileChosenEarly(input?.files ?? null)
    const onCancel = () => restore()
    input?.addEventListener('cancel', onCancel)
    return () => input?.removeEventListener('cancel', onCancel)
  }, [])

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    if (isSending) return
    show(take(event.dataTransfer.files) ?? chosen?.file)
    // The element with the focus may have been part of the previous file's panel, which is gone.
    inputRef.current?.focus()
  }

  const isTaken = phase === 'taken'
  return (
    <div
      onDragOver={(event) => {
        // Otherwise the browser would open the file instead of this page.
        event.preventDefault()
        setIsOver(!isSending)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames('grid grid-cols-[minmax(0,1fr)] gap-4 rounded-skin', isOver && 'outline-2 outline-accent')}
    >
      <div
        className={classNames(
          'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-skin',
          !chosen && 'min-h-44 flex-col justify-center border-2 border-dashed border-control-line p-4 text-center',
          isTaken && 'order-1',
        )}
      >
        {chosen && !isTaken && (
          <p className="me-auto wrap-anywhere">
            <bdi className="font-semibold">{chosen.file.name}</bdi>{' '}
            <span className="text-sm text-muted">{bytes(chosen.file.size)}</span>
          </p>
        )}
        <label className="action has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-accent">
          {t(`uploads.form.file.${isTaken ? 'more' : chosen ? 'other' : 'label'}`)}
          <input
            ref={inputRef}
            type="file"
            accept=".csv,text/csv,text/plain"
            disabled={isSending}
            aria-describedby={`${id}-hint`}
            // Emptied when its dialog opens, so that the user can choose the same file again after a correction.
            onClick={({ currentTarget }) => (currentTarget.value = '')}
            onChange={(event) => take(event.target.files)}
            className="sr-only"
          />
        </label>
        <p id={`${id}-hint`} className={chosen ? 'sr-only' : 'text-sm text-muted'}>
          {t('uploads.form.file.hint')}
        </p>
        {!chosen && (
          <p className="text-sm wrap-anywhere text-muted">
            <span>{t(`uploads.form.file.${names ? 'expected' : 'noExample'}`, { names })}</span>{' '}
            {names && (
              <a href="/console/uploads/example" download>
                {t('uploads.form.file.example')}
              </a>
            )}
          </p>
        )}
        {hasSeveral && (
          <p role="alert" className="text-sm font-medium text-danger">
            {t('uploads.form.file.several')}
          </p>
        )}
      </div>
      {chosen && (
        <Suspense>
          <ChosenFile
            // Drops all state of the previous file, especially a JWT.
            key={chosen.number}
            file={chosen.file}
            expectedColumns={expectedColumns}
            isSending={isSending}
            onPhase={setPhase}
          />
          {!isTaken && <p className="footnote">{t('uploads.form.limits')}</p>}
        </Suspense>
      )}
    </div>
  )
}
