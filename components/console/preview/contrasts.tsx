import { Alert } from '@/components/ui/alert'
import { consoleTexts } from '@/lib/skin/texts'
import { contrastInWords, formatRatio, meetsAA, type Contrast } from '@/lib/skin/contrast'

/** The colour pairs of the skin with insufficient contrast, or a note that all are sufficient. */
export function Contrasts({ contrasts }: { contrasts: readonly Contrast[] }) {
  const t = consoleTexts()
  const bad = contrasts.filter((contrast) => !meetsAA(contrast))
  if (bad.length === 0) {
    const [closest] = contrasts.toSorted((a, b) => (a.ratio ?? 0) / a.needed - (b.ratio ?? 0) / b.needed)
    const { front = '', back = '', ratio = null } = closest ?? {}
    return <p>{t('preview.contrast.good', { front, back, ratio: formatRatio(ratio ?? 0) })}</p>
  }
  return (
    <Alert tone="warning" title={t('preview.contrast.bad', { count: bad.length })}>
      <ul lang="en" className="list-disc ps-5 break-words">
        {bad.map((contrast) => (
          <li key={`${contrast.scheme} ${contrast.front} ${contrast.back}`}>{contrastInWords(contrast)}</li>
        ))}
      </ul>
      <p>{t('preview.contrast.advice')}</p>
    </Alert>
  )
}
