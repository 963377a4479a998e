import { connectCells, reasonName, reasonsOfSteps } from '@/components/console/connects'
import { FindForm } from '@/components/console/find-form'
import { CompactField, CompactSelect, HiddenFields } from '@/components/console/find-row'
import { TextLink } from '@/components/console/links'
import type { ListParts } from '@/components/console/list'
import { Menu } from '@/components/console/menu'
import { EmptyState } from '@/components/console/notices'
import { Link } from '@/components/ui/link'
import { connectsParams, type ConnectsQuery } from './list'
import { config } from '@/lib/config'
import { maxSearchLength } from '@/lib/console/typed-text'
import { pageUrl } from '@/lib/console/page-url'
import { recordOutcomes, type ConnectRecord, type RecordFilter } from '@/lib/records'
import { serviceText } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'

const path = '/console/connects'

export function filterParts({ outcome, reason, day, wallet }: RecordFilter): { parameter: string; name: string }[] {
  const names = {
    outcome: outcome && consoleTexts()(`connects.words.outcome.${outcome}`),
    reason: reason && reasonName(reason),
    day: day?.replace('..', ' – '),
    wallet: serviceText(wallet),
  }
  return Object.entries(names).flatMap(([parameter, name]) => (name ? [{ parameter, name }] : []))
}

interface FilterProps {
  query: ConnectsQuery
  /** The reasons of refusals, and all reasons of other steps. */
  reasons: readonly string[]
  /** What was typed in place of a day. */
  wrongDay: string
}

export function ConnectFilter({ query: { filter, sort }, reasons, wrongDay }: FilterProps) {
  const t = consoleTexts()
  const params = connectsParams({ filter, sort })
  const parts = filterParts(filter)
  const { outcome, reason } = filter
  const [, reasonsOfStep] = reasonsOfSteps.find(([step]) => step === outcome) ?? []
  const isOfStep = reasonsOfStep?.includes(reason ?? '')
  const refusals = [...new Set(isOfStep || reason === undefined ? reasons : [...reasons, reason])]
  const groups = [['refused', refusals] as const, ...reasonsOfSteps].filter(([, ofStep]) => ofStep.length > 0)
  // Without a step, only presses are listed, and no press has a reason of a step.
  const withoutStep = { outcome: undefined, ...(reasonsOfStep && { reason: undefined }) }
  return (
    <>
      <Menu label={t('connects.filter.title')} isOpen={wrongDay !== ''} opensAt="start">
        <form key={JSON.stringify(filter)} action={path} autoComplete="off" className="grid gap-3">
          <HiddenFields params={connectsParams({ filter: {}, sort })} />
          <CompactSelect name="outcome" label={t('connects.columns.outcome')} defaultValue={outcome}>
            <option value="">{t('connects.filter.allPresses')}</option>
            {recordOutcomes.map((each) => (
              <option key={each} value={each}>
                {t(`connects.words.outcome.${each}`)}
              </option>
            ))}
          </CompactSelect>
          <CompactSelect
            name="reason"
            label={t('connects.columns.reason')}
            defaultValue={isOfStep ? `${outcome}.${reason}` : reason}
          >
            <option value="">{t('connects.filter.anyReason')}</option>
            {groups.map(([step, ofStep]) => (
              <optgroup key={step} label={t(`connects.words.outcome.${step}`)}>
                {ofStep.map((each) => (
                  <option key={each} value={step === 'refused' ? each : `${step}.${each}`}>
                    {reasonName(each)}
                  </option>
                ))}
              </optgroup>
            ))}
          </CompactSelect>
          <CompactField
            hasLabel
            placeholder="2026-01-31"
            name="day"
            label={t('connects.filter.day')}
            defaultValue={filter.day ?? wrongDay}
            error={wrongDay !== '' && t('conversions.filter.problems.not_a_date', { typed: wrongDay })}
            className="w-52"
          />
          {config().connectRecords.detail === 'full' && (
            <CompactField
              hasLabel
              name="wallet"
              label={t('connects.filter.wallet')}
              defaultValue={filter.wallet}
              maxLength={maxSearchLength}
              className="w-52"
            />
          )}
          <button type="submit" className="action justify-self-start">
            {t('connects.filter.apply')}
          </button>
        </form>
      </Menu>
      {parts.length > 0 && (
        <ul aria-label={t('connects.filter.set')} className="flex min-w-0 flex-wrap gap-1.5">
          {parts.map(({ parameter, name }) => (
            <li key={parameter} className="min-w-0">
              <Link
                href={pageUrl(path, params, parameter === 'outcome' ? withoutStep : { [parameter]: undefined })}
                scroll={false}
                aria-label={t('connects.filter.remove', { name })}
                className="chip wrap-anywhere"
              >
                {name} <span aria-hidden="true">×</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function FindConnect({ find }: { find: string | null }) {
  const t = consoleTexts()
  const isFull = config().connectRecords.detail === 'full'
  return (
    <>
      <div
        role="search"
        aria-label={t('connects.find.title')}
        className="min-w-0 grow basis-full lg:max-w-md lg:basis-64"
      >
        <FindForm
          path={path}
          type="search"
          label={t(isFull ? 'connects.find.labelFull' : 'connects.find.labelMinimal')}
          value={find ?? ''}
          required
          className="w-48 grow"
        />
      </div>
      {find !== null && <TextLink href={path}>{t('connects.find.all')}</TextLink>}
    </>
  )
}

export const listParts: ListParts<ConnectRecord, RecordFilter> = {
  cells: connectCells,
  countValues({ filter: { day, ...others } }) {
    const names = filterParts(others).map(({ name }) => name)
    return { day: filterParts({ day })[0]?.name ?? 'none', filters: names.join(', ') || 'none' }
  },
  empty: ({ filter }) =>
    filterParts(filter).length > 0 ? (
      <EmptyState title={consoleTexts()('connects.noneFit')}>
        <TextLink href={path}>{consoleTexts()('connects.find.all')}</TextLink>
      </EmptyState>
    ) : undefined,
}
