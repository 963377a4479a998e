import type { ReactNode } from 'react'
import { isStepWithReasons, reasonName, stepReasons } from '@/components/console/attempts'
import { Menu } from '@/components/console/menu'
import { TextLink } from '@/components/console/links'
import { Link } from '@/components/ui/link'
import { connectsParams, type ConnectsQuery } from './list'
import { pageUrl } from '@/lib/console/page-url'
import { maxSearchLength } from '@/lib/console/search-text'
import { recordOutcomes, type RecordFilter } from '@/lib/records'
import { serviceText } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'

const path = '/console/connects'
const control = 'min-h-9 min-w-0 rounded-skin border border-control-line bg-surface px-2'

/** Returns the parts of the filter as text, each with its parameter. */
export function filterParts({ outcome, reason, day, wallet }: RecordFilter): { parameter: string; name: string }[] {
  const names = {
    outcome: outcome && consoleTexts()(`connects.words.outcome.${outcome}`),
    reason: reason && reasonName(reason),
    day,
    wallet: serviceText(wallet),
  }
  return Object.entries(names).flatMap(([parameter, name]) => (name ? [{ parameter, name }] : []))
}

/**
 * The form that filters the list, behind a button, and the current parts of the filter. Each part is a link that
 * removes it.
 *
 * @param reasons - the reasons of refusals to choose from. All reasons of other steps are included.
 * @param today - in UTC, as in `2026-01-31`.
 */
export function ConnectFilter({
  query: { filter, sort },
  reasons,
  today,
  detail,
}: {
  query: Pick<ConnectsQuery, 'filter' | 'sort'>
  reasons: readonly string[]
  today: string | undefined
  detail: 'minimal' | 'full'
}) {
  const t = consoleTexts()
  const params = connectsParams({ filter, sort })
  const parts = filterParts(filter)
  const steps = Object.entries(stepReasons).map(([step, ofStep]) => ({
    name: t(`connects.words.outcome.${step as keyof typeof stepReasons}`),
    choices: ofStep.map((reason) => ({ value: `${step}.${reason}`, reason })),
  }))
  const ofStep = `${filter.outcome}.${filter.reason}`
  const isOfStep = steps.some(({ choices }) => choices.some(({ value }) => value === ofStep))
  const refusals = [...new Set([...reasons, ...(filter.reason === undefined || isOfStep ? [] : [filter.reason])])]
  const groups = [
    {
      name: t('connects.words.outcome.refused'),
      choices: refusals.map((reason) => ({ value: reason, reason })),
    },
    ...steps,
  ].filter(({ choices }) => choices.length > 0)
  const chosenReason = isOfStep ? ofStep : filter.reason
  return (
    <>
      <Menu label={t('connects.filter.title')} opensAt="start">
        <form action={path} autoComplete="off" className="grid gap-3">
          {sort && (
            <>
              <input type="hidden" name="sort" value={sort.key} />
              <input type="hidden" name="order" value={sort.direction} />
            </>
          )}
          <Labelled label={t('connects.columns.outcome')}>
            {/* The keys reset the fields when the filter changes. */}
            <select key={filter.outcome} name="outcome" defaultValue={filter.outcome ?? ''} className={control}>
              <option value="">{t('connects.filter.allPresses')}</option>
              {recordOutcomes.map((outcome) => (
                <option key={outcome} value={outcome}>
                  {t(`connects.words.outcome.${outcome}`)}
                </option>
              ))}
            </select>
          </Labelled>
          <Labelled label={t('connects.columns.reason')}>
            <select key={chosenReason} name="reason" defaultValue={chosenReason ?? ''} className={control}>
              <option value="">{t('connects.filter.anyReason')}</option>
              {groups.map(({ name, choices }) => (
                <optgroup key={name} label={name}>
                  {choices.map(({ value, reason }) => (
                    <option key={value} value={value}>
                      {reasonName(reason)}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          </Labelled>
          <Labelled label={t('connects.filter.day')}>
            <input key={filter.day} type="date" name="day" max={today} defaultValue={filter.day} className={control} />
          </Labelled>
          {detail === 'full' && (
            <Labelled label={t('connects.filter.wallet')}>
              <input
                key={filter.wallet}
                name="wallet"
                defaultValue={filter.wallet}
                maxLength={maxSearchLength}
                autoCapitalize="none"
                spellCheck={false}
                className={`${control} font-mono`}
              />
            </Labelled>
          )}
          <button type="submit" className="chip justify-self-start">
            {t('connects.filter.apply')}
          </button>
        </form>
      </Menu>
      {parts.length > 0 && (
        <ul aria-label={t('connects.filter.set')} className="flex min-w-0 flex-wrap gap-1.5">
          {parts.map(({ parameter, name }) => (
            <li key={parameter} className="min-w-0">
              <Link
                href={pageUrl(path, params, { [parameter]: undefined, ...reasonWithout(parameter, filter) })}
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

/**
 * Removes a step's reason together with the step, because without a step only presses are listed, and no press has that
 * reason.
 */
const reasonWithout = (parameter: string, { outcome }: RecordFilter) =>
  parameter === 'outcome' && isStepWithReasons(outcome) ? { reason: undefined } : {}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="grid gap-1 font-medium">
      {label}
      {children}
    </label>
  )
}

/** The form that searches for an attempt. */
export function FindAttempt({ find, detail }: { find: string | null; detail: 'minimal' | 'full' }) {
  const t = consoleTexts()
  const label = detail === 'full' ? t('connects.find.labelFull') : t('connects.find.labelMinimal')
  return (
    <>
      <form
        action="/console/connects"
        role="search"
        aria-label={t('connects.find.title')}
        autoComplete="off"
        className="flex min-w-0 grow basis-full items-center gap-2 lg:max-w-md lg:basis-64"
      >
        <input
          // Resets the field for another search.
          key={find}
          type="search"
          name="find"
          aria-label={label}
          placeholder={label}
          defaultValue={find ?? ''}
          required
          maxLength={maxSearchLength}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="min-h-9 w-full min-w-0 rounded-skin border border-control-line bg-surface px-3 text-sm text-text placeholder:text-muted"
        />
        <button type="submit" className="chip">
          {t('connects.find.button')}
        </button>
      </form>
      {find !== null && <TextLink href="/console/connects">{t('connects.find.all')}</TextLink>}
    </>
  )
}
