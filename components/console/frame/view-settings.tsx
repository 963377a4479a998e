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
        options={(['system', 'light', 'dark'] as const).map((scheme) => ({
          label: t(`controls.view.scheme.${scheme}`),
          isChosen: (view.scheme ?? 'system') === scheme,
          choose: () => change({ scheme: scheme === 'system' ? undefined : scheme }),
        }))}
      />
      <Choice
        title={t('controls.view.times.title')}
        name="times"
        options={[
          {
            label: t('controls.view.times.utc'),
            isChosen: view.timeZone === undefined,
            choose: () => change({ timeZone: undefined }),
          },
          {
            label: t('controls.view.times.local'),
            isChosen: view.timeZone !== undefined,
            choose: () => change({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
          },
        ]}
      />
    </>
  )
}

function Choice({
  title,
  name,
  options,
}: {
  title: string
  name: string
  options: readonly { label: string; isChosen: boolean; choose: () => void }[]
}) {
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{title}</legend>
      <div className="flex flex-wrap gap-x-4">
        {options.map(({ label, isChosen, choose }) => (
          <label key={label} className="flex min-h-8 items-center gap-2">
            <input type="radio" name={`view-${name}`} checked={isChosen} onChange={choose} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
