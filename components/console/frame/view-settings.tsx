'use client'

import { useRouter } from 'next/navigation'
import { useConsoleTexts } from '@/components/texts'
import { writeView, type View } from '@/lib/console/view-cookie'

export function ViewSettings({ view }: { view: View }) {
  const t = useConsoleTexts()
  const router = useRouter()
  const settings = [
    {
      title: t('controls.view.scheme.title'),
      options: ([undefined, 'light', 'dark'] as const).map((scheme) => ({
        name: t(`controls.view.scheme.${scheme ?? 'system'}`),
        isChosen: view.scheme === scheme,
        choose: () => writeView({ scheme }),
      })),
    },
    {
      title: t('controls.view.times.title'),
      options: (['utc', 'local'] as const).map((zone) => ({
        name: t(`controls.view.times.${zone}`),
        isChosen: (view.timeZone === undefined) === (zone === 'utc'),
        choose() {
          writeView({ timeZone: zone === 'utc' ? undefined : Intl.DateTimeFormat().resolvedOptions().timeZone })
          router.refresh()
        },
      })),
    },
  ]
  return settings.map(({ title, options }) => (
    <fieldset key={title} className="grid gap-1">
      <legend className="font-semibold">{title}</legend>
      <div className="flex flex-wrap gap-x-4">
        {options.map(({ name, isChosen, choose }) => (
          <label key={name} className="flex min-h-8 items-center gap-2">
            <input type="radio" name={title} defaultChecked={isChosen} onChange={choose} className="size-4" />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  ))
}
