import type { Metadata } from 'next'
import { ConsolePage } from '@/components/console/console-page'
import { CompactSelect } from '@/components/console/find-row'
import { exampleGroups, examples } from '@/components/preview/examples'
import { Alert } from '@/components/ui/alert'
import { classNames } from '@/components/ui/class-names'
import { requireViewer } from '@/lib/auth/user'
import { pageUrl } from '@/lib/console/page-url'
import * as en from '@/lib/messages/console/en'
import { languageName, namesLanguage } from '@/lib/messages/language'
import { previewLanguages, skin } from '@/lib/skin'
import { contrastInWords, contrastsOf, formatRatio, meetsAA } from '@/lib/skin/contrast'
import { consoleTexts } from '@/lib/skin/texts'

const path = '/console/preview'

export const metadata: Metadata = { title: en.layout.pages.preview }

export default async function PreviewPage(props: PageProps<'/console/preview'>) {
  const searchParams = await props.searchParams
  await requireViewer(pageUrl(path, searchParams))
  const { schemes } = skin()
  const languages = previewLanguages()
  const all = examples(0)
  const names = [...all.keys()]
  const state = chosen(names, searchParams['state'])
  const language = chosen(languages, searchParams['language'])
  const scheme = chosen(schemes, searchParams['scheme'])
  const width = chosen(['phone', 'desktop'] as const, searchParams['width'])
  const route = all.get(state)?.kind === 'document' ? 'document' : 'frame'
  const url = `${path}/${route}?${new URLSearchParams({ state, lang: language, scheme })}`
  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.pages.preview')} intro={t('preview.info')}>
      <form
        action={path}
        autoComplete="off"
        className="grid grid-cols-2 items-center gap-x-3 gap-y-2 text-sm sm:flex sm:flex-wrap sm:[&_select]:w-auto sm:[&_select]:max-w-44 max-sm:[&>:nth-child(-n+2)]:col-span-2"
      >
        <CompactSelect name="state" label={t('preview.state')} defaultValue={state}>
          {exampleGroups.map((group) => (
            <optgroup key={group} label={t(`preview.groups.${group}`)}>
              <Options of={names.filter((name) => name.startsWith(`${group}.`))} nameOf={nameOfState} />
            </optgroup>
          ))}
        </CompactSelect>
        <CompactSelect name="language" label={t('preview.language')} defaultValue={language}>
          <Options
            of={languages}
            nameOf={(tag) => (tag === namesLanguage ? t('preview.names') : `${languageName(tag)} (${tag})`)}
          />
        </CompactSelect>
        <CompactSelect name="scheme" label={t('preview.scheme.label')} defaultValue={scheme}>
          <Options of={schemes} nameOf={(each) => t(`preview.scheme.${each}`)} />
        </CompactSelect>
        <CompactSelect name="width" label={t('preview.width.label')} defaultValue={width}>
          <Options of={['phone', 'desktop'] as const} nameOf={(each) => t(`preview.width.${each}`)} />
        </CompactSelect>
        <button type="submit" className="action justify-center">
          {t('preview.show')}
        </button>
        <a href={url} target="_blank" className="action justify-center">
          {t('preview.open')}
        </a>
      </form>
      <div className="grid grid-cols-[minmax(0,1fr)] rounded-skin bg-line sm:p-4">
        <div
          className={classNames(
            'max-w-full overflow-hidden rounded-skin border border-control-line shadow-lg',
            width === 'phone' ? 'mx-auto w-98' : 'h-56 sm:h-100 xl:h-auto',
          )}
        >
          {/* Only for viewing. The link above opens the example for use. */}
          {/* eslint-disable-next-line react/iframe-missing-sandbox -- a page of this site, with its scripts and fonts */}
          <iframe
            inert
            title={nameOfState(state)}
            src={url}
            className={classNames(
              'block border-0',
              scheme === 'dark' ? 'scheme-dark' : 'scheme-light',
              // As high as the screen allows. A desktop is smaller where the page is narrower than one.
              width === 'phone'
                ? 'h-[max(30rem,calc(100dvh-12.5rem))] w-full'
                : 'h-200 w-320 origin-top-left scale-[.28] sm:scale-50 xl:h-[max(30rem,calc(100dvh-12.5rem))] xl:w-full xl:scale-100',
            )}
          />
        </div>
      </div>
      <Contrasts />
    </ConsolePage>
  )
}

/** Returns the name of a state without its group, in words: `No wallet` for `form.no_wallet`. */
const nameOfState = (state: string) =>
  state.replace(/^\w+\.(\w)/, (_, first: string) => first.toUpperCase()).replaceAll('_', ' ')

function chosen<Value extends string>(options: readonly Value[], value: string | string[] | undefined): Value {
  return (options.find((each) => each === value) ?? options[0]) as Value
}

function Options<Value extends string>({ of, nameOf }: { of: readonly Value[]; nameOf: (value: Value) => string }) {
  return of.map((value) => (
    <option key={value} value={value}>
      {nameOf(value)}
    </option>
  ))
}

function Contrasts() {
  const t = consoleTexts()
  const contrasts = contrastsOf(skin())
  const bad = contrasts.filter((contrast) => !meetsAA(contrast))
  if (bad.length === 0) {
    const [closest] = contrasts.toSorted((a, b) => (a.ratio ?? 0) / a.needed - (b.ratio ?? 0) / b.needed)
    const { front = '', back = '', ratio = null } = closest ?? {}
    return (
      <p className="text-sm text-muted">
        {t('preview.contrast.good', { front, back, ratio: formatRatio(ratio ?? 0) })}
      </p>
    )
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
