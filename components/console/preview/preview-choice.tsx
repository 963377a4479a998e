import type { PreviewQuery } from '@/lib/console/preview/query'
import { consoleTexts } from '@/lib/skin/texts'
import { languageName } from '@/lib/messages/language'
import type { Scheme } from '@/lib/skin/theme'

/** The choice of the language, the colours and the screen of the examples. */
export function PreviewChoice({
  query,
  languages,
  schemes,
}: {
  query: PreviewQuery
  languages: readonly string[]
  schemes: readonly Scheme[]
}) {
  const t = consoleTexts()
  const languageOptions = languages.map((tag) => ({ value: tag, label: `${languageName(tag)} (${tag})` }))
  const schemeOptions = schemes.map((value) => ({ value, label: t(`preview.scheme.${value}`) }))
  const widthOptions = (['phone', 'desktop'] as const).map((value) => ({ value, label: t(`preview.width.${value}`) }))
  return (
    <form action="/console/preview" autoComplete="off" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <Choice name="language" label={t('preview.language')} chosen={query.language} options={languageOptions} />
      <Choice name="scheme" label={t('preview.scheme.label')} chosen={query.scheme} options={schemeOptions} />
      <Choice name="width" label={t('preview.width.label')} chosen={query.width} options={widthOptions} />
      <button type="submit" className="chip cursor-pointer">
        {t('preview.show')}
      </button>
    </form>
  )
}

function Choice({
  name,
  label,
  chosen,
  options,
}: {
  name: string
  label: string
  chosen: string
  options: readonly { value: string; label: string }[]
}) {
  return (
    <label className="flex items-center gap-2 text-muted">
      {label}
      <select
        name={name}
        defaultValue={chosen}
        className="min-h-8 rounded-skin border border-control-line bg-surface px-2 text-text"
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
