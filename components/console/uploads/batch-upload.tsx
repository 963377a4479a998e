'use client'

import { lazy, Suspense, useState } from 'react'
import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { examplePath } from '@/lib/console/uploads/protocol'
import { FilePicker } from './file-picker'

/** Loaded with the first file, because the page does not need it before. */
const ChosenFile = lazy(async () => ({ default: (await import('./chosen-file')).ChosenFile }))

/** The upload of a file: choosing, checking, sending, and the result. */
export function BatchUpload({ expectedColumns }: { expectedColumns: readonly string[] }) {
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
          {t('uploadForm.file.expected', { names: list(expectedColumns) })}{' '}
          <a href={examplePath}>{t('uploadForm.file.example')}</a>
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
