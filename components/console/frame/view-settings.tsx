'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { writeView, type View } from '@/lib/console/view-cookie'

/** This person's settings: the colour scheme and the time zone. */
export function ViewSettings({ view: saved }: { view: View }) {
  const t = useConsoleTexts()
  const router = useRouter()
  const [view, setView] = useState(saved)

  function change(changes: View) {
    setView({ ...view, ...changes })
    writeView(changes)
    // The server formats the times.
    if ('timeZone' in changes) router.refresh()
  }
  return (
    <>
      <Choice
        title={t('controls.view.scheme.title')}
        name="scheme"
        options={['system', 'light', 'dark'] as const}
        labelOf={(scheme) => t(`controls.view.scheme.${scheme}`)}
        chosen={view.scheme ?? 'system'}
        choose={(scheme) => change({ scheme: scheme === 'system' ? undefined : scheme })}
      />
      <Choice
        title={t('controls.view.times.title')}
        name="times"
        options={['utc', 'local'] as const}
        labelOf={(zone) => t(`controls.view.times.${zone}`)}
        chosen={view.timeZone === undefined ? 'utc' : 'local'}
        choose={(zone) => change({ timeZone: zone === 'utc' ? undefined : localTimeZone() })}
      />
    </>
  )
}

const localTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function Choice<Option extends string>({
  title,
  name,
  options,
  labelOf,
  chosen,
  choose,
}: {
  title: string
  name: string
  options: readonly Option[]
  labelOf: (option: Option) => string
  chosen: Option
  choose: (option: Option) => void
}) {
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{title}</legend>
      <div className="flex flex-wrap gap-x-4">
        {options.map((option) => (
          <label key={option} className="flex min-h-8 items-center gap-2">
            <input type="radio" name={`view-${name}`} checked={option === chosen} onChange={() => choose(option)} />
            {labelOf(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
