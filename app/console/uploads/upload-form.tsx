'use client'

import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState, type DragEvent } from 'react'
import { useFormats } from '@/components/console/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { classNames } from '@/components/ui/class-names'

/** A download, not a page. */
const examplePath = '/console/uploads/example'

/** Loaded with the first file, because the page does not need it before. */
const ChosenFile = lazy(async () => ({ default: (await import('./chosen-file')).ChosenFile }))

/** The upload of a file: choosing, checking, sending, and the result. */
export function UploadForm({ expectedColumns }: { expectedColumns: readonly string[] }) {
  const t = useConsoleTexts()
  const { list } = useFormats()
  const [chosen, setChosen] = useState<{ file: File; number: number } | null>(null)
  const [isSending, setIsSending] = useState(false)
  return (
    <>
      <FilePicker
        isBusy={isSending}
        onFile={(file) => setChosen((before) => ({ file, number: (before?.number ?? 0) + 1 }))}
      />
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
            onSending={setIsSending}
          />
        </Suspense>
      )}
    </>
  )
}

/**
 * A drop target for a file, with the browser's own file field as the alternative. The field also keeps a dropped file,
 * so that it shows the name and a screen reader reads it.
 */
function FilePicker({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const t = useConsoleTexts()
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const [hasSeveral, setHasSeveral] = useState(false)
  const inputRef = useRef<HTMLInputElement>(null)
  const chosen = useRef<File>(null)

  function take(files: FileList | null) {
    setHasSeveral(files !== null && files.length > 1)
    const [file] = files?.length === 1 ? files : []
    if (!file) return
    chosen.current = file
    onFile(file)
  }

  // Handles a file that the user chose before this script loaded, unless the change handler has already done so.
  const takeFileChosenEarly = useEffectEvent(() => {
    if (inputRef.current?.files?.length && chosen.current === null) take(inputRef.current.files)
  })
  useEffect(() => takeFileChosenEarly(), [])

  useEffect(() => {
    const { current: input } = inputRef
    // When the dialog is closed without a choice, the previous file stays chosen.
    const restore = () => show(chosen.current, input)
    input?.addEventListener('cancel', restore)
    return () => input?.removeEventListener('cancel', restore)
  }, [])

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    if (isBusy) return
    take(event.dataTransfer.files)
    show(chosen.current, inputRef.current)
    // The element with the focus may have been part of the previous file's panel, which is gone.
    inputRef.current?.focus()
  }

  return (
    <div
      onDragOver={(event) => {
        // Otherwise the browser would open the file instead of this page.
        event.preventDefault()
        setIsOver(!isBusy)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-skin border-2 border-dashed p-3',
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
        disabled={isBusy}
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
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t('uploads.form.file.hint')}
      </p>
      {hasSeveral && (
        <p role="alert" className="font-medium text-danger">
          {t('uploads.form.file.several')}
        </p>
      )}
    </div>
  )
}

/** Makes a field show a file that the user did not choose in its own dialog. */
function show(file: File | null, field: HTMLInputElement | null): void {
  if (!file || !field) return
  const transfer = new DataTransfer()
  transfer.items.add(file)
  field.files = transfer.files
}
