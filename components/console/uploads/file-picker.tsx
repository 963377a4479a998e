'use client'

import { useEffect, useEffectEvent, useId, useRef, useState, type DragEvent } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { classNames } from '@/components/ui/class-names'

/** A drop target for a file, with the browser's own file field for everyone else. */
export function FilePicker({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const t = useConsoleTexts()
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const [hasSeveral, setHasSeveral] = useState(false)

  const inputRef = useRef<HTMLInputElement>(null)

  function take(files: FileList | null) {
    setHasSeveral(files !== null && files.length > 1)
    const [file] = files?.length === 1 ? files : []
    if (file) onFile(file)
    // Cleared, so that the same file can be chosen again after a correction.
    if (inputRef.current) inputRef.current.value = ''
  }

  // A file may have been chosen before this script was loaded. A drop may come before this effect runs, and stays.
  const takeFileChosenEarly = useEffectEvent(() => {
    if (inputRef.current?.files?.length) take(inputRef.current.files)
  })
  useEffect(() => takeFileChosenEarly(), [])

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    if (!isBusy) take(event.dataTransfer.files)
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
        'grid gap-3 rounded-skin border-2 border-dashed p-4 sm:p-8',
        isOver ? 'border-accent bg-page' : 'border-control-line',
      )}
    >
      <label htmlFor={id} className="font-medium">
        {t('uploadForm.file.label')}
      </label>
      <p id={`${id}-hint`} className="text-muted">
        {t('uploadForm.file.hint')}
      </p>
      <input
        ref={inputRef}
        id={id}
        type="file"
        accept=".csv,text/csv,text/plain"
        disabled={isBusy}
        aria-describedby={`${id}-hint`}
        onChange={(event) => take(event.target.files)}
        className={classNames(
          'w-full cursor-pointer rounded-skin disabled:cursor-not-allowed disabled:opacity-60',
          'file:me-4 file:min-h-11 file:cursor-[inherit] file:rounded-skin file:border file:border-solid file:border-control-line',
          'file:bg-surface file:px-5 file:font-medium file:text-text hover:file:border-accent hover:file:text-accent',
          // The chosen file is shown below. The field has been cleared, and would say "No file chosen".
          'text-transparent',
        )}
      />
      {hasSeveral && (
        <p role="alert" className="font-medium text-danger">
          {t('uploadForm.file.several')}
        </p>
      )}
    </div>
  )
}
