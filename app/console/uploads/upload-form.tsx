'use client'

import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState, type DragEvent } from 'react'
import { useFormats } from '@/components/console/time'
import { useConsoleTexts } from '@/components/texts'
import { classNames } from '@/components/ui/class-names'

const examplePath = '/console/uploads/example'

/** Loaded with the first file, because the page does not need it before. */
const ChosenFile = lazy(async () => ({ default: (await import('./chosen-file')).ChosenFile }))

/** Its field also keeps a dropped file, so that it shows the name and a screen reader reads it. */
export function UploadForm({ expectedColumns }: { expectedColumns: readonly string[] }) {
  const t = useConsoleTexts()
  const { list } = useFormats()
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ file: File; number: number } | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const [hasSeveral, setHasSeveral] = useState(false)

  function take(files: FileList | null) {
    setHasSeveral(files !== null && files.length > 1)
    const file = files?.length === 1 ? files[0] : undefined
    if (file) setChosen((before) => ({ file, number: (before?.number ?? 0) + 1 }))
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

  return (
    <>
      <div
        onDragOver={(event) => {
          // Otherwise the browser would open the file instead of this page.
          event.preventDefault()
          setIsOver(!isSending)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={classNames(
          'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-skin border-2 border-dashed p-3 text-sm',
          isOver ? 'border-accent bg-page' : 'border-control-line',
        )}
      >
        <label htmlFor={id} className="font-medium">
          {t('uploads.form.file.label')}
        </label>
        <input
          ref={inputRef}
          id={id}
          type="file"
          accept=".csv,text/csv,text/plain"
          disabled={isSending}
          aria-describedby={`${id}-hint`}
          // Emptied when its dialog opens, so that the user can choose the same file again after a correction.
          onClick={({ currentTarget }) => (currentTarget.value = '')}
          onChange={(event) => take(event.target.files)}
          className={classNames(
            'max-w-full cursor-pointer rounded-skin disabled:cursor-not-allowed disabled:opacity-60',
            'file:me-4 file:min-h-9 file:cursor-[inherit] file:rounded-skin file:border file:border-solid file:border-control-line',
            'file:bg-surface file:px-4 file:font-medium file:text-text hover:file:border-accent hover:file:text-accent',
          )}
        />
        <p id={`${id}-hint`} className="text-muted">
          {t('uploads.form.file.hint')}
        </p>
        {hasSeveral && (
          <p role="alert" className="font-medium text-danger">
            {t('uploads.form.file.several')}
          </p>
        )}
      </div>
      {expectedColumns.length > 0 && (
        <p className="text-sm wrap-anywhere text-muted">
          {t('uploads.form.file.expected', { names: list(expectedColumns) })}{' '}
          <a href={examplePath}>{t('uploads.form.file.example')}</a>
        </p>
      )}
      {chosen && (
        <Suspense>
          <ChosenFile
            // Drops all state of the previous file, especially a JWT.
            key={chosen.number}
            file={chosen.file}
            expectedColumns={expectedColumns}
            isSending={isSending}
            onSending={setIsSending}
          />
        </Suspense>
      )}
    </>
  )
}
